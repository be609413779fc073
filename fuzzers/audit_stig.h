/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * audit_stig.h - the rules of 30-stig.rules, Debian's auditd 3.0.9, as the
 * import reads them on x86-64
 */
#ifndef LSM_FUZZERS_AUDIT_STIG_H
#define LSM_FUZZERS_AUDIT_STIG_H

#define AUDIT_STIG_RULES 34u

/* In the order of the file. */
static const char *const audit_stig[AUDIT_STIG_RULES] = {
	"-a always,exit -S 25,79,124 -F arch=b32 -F key=time-change",
	"-a always,exit -S 159,164 -F arch=b64 -F key=time-change",
	"-a always,exit -S 264 -F arch=b32 -F a0=0 -F key=time-change",
	"-a always,exit -S 227 -F arch=b64 -F a0=0 -F key=time-change",
	"-a always,exit -S all -F path=/etc/localtime -F perm=10 -F "
	"key=time-change",
	"-a always,exit -S all -F path=/etc/group -F perm=10 -F key=identity",
	"-a always,exit -S all -F path=/etc/passwd -F perm=10 -F key=identity",
	"-a always,exit -S all -F path=/etc/gshadow -F perm=10 -F key=identity",
	"-a always,exit -S all -F path=/etc/shadow -F perm=10 -F key=identity",
	"-a always,exit -S all -F path=/etc/security/opasswd -F perm=10 -F "
	"key=identity",
	"-a always,exit -S 74,121 -F arch=b32 -F key=system-locale",
	"-a always,exit -S 170-171 -F arch=b64 -F key=system-locale",
	"-a always,exit -S all -F path=/etc/issue -F perm=10 -F "
	"key=system-locale",
	"-a always,exit -S all -F path=/etc/issue.net -F perm=10 -F "
	"key=system-locale",
	"-a always,exit -S all -F path=/etc/hosts -F perm=10 -F "
	"key=system-locale",
	"-a always,exit -S all -F path=/etc/hostname -F perm=10 -F "
	"key=system-locale",
	"-a always,exit -S all -F dir=/etc/NetworkManager/ -F perm=10 -F "
	"key=system-locale",
	"-a always,exit -S all -F dir=/etc/selinux/ -F perm=10 -F "
	"key=MAC-policy",
	"-a always,exit -S 15,94,306 -F arch=b32 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 90-91,268 -F arch=b64 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 16,95,182,298 -F arch=b32 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 92-94,260 -F arch=b64 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 226-228,235-237 -F arch=b32 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 188-190,197-199 -F arch=b64 -F auid>=1000 -F "
	"auid!=4294967295 -F key=perm_mod",
	"-a always,exit -S 5,8,92-93,295,342,437 -F arch=b32 -F "
	"exit=4294967283 -F auid>=1000 -F auid!=4294967295 -F key=access",
	"-a always,exit -S 5,8,92-93,295,342,437 -F arch=b32 -F "
	"exit=4294967295 -F auid>=1000 -F auid!=4294967295 -F key=access",
	"-a always,exit -S 2,76-77,85,257,304,437 -F arch=b64 -F "
	"exit=4294967283 -F auid>=1000 -F auid!=4294967295 -F key=access",
	"-a always,exit -S 2,76-77,85,257,304,437 -F arch=b64 -F "
	"exit=4294967295 -F auid>=1000 -F auid!=4294967295 -F key=access",
	"-a always,exit -S 21 -F arch=b32 -F auid>=1000 -F auid!=4294967295 -F "
	"key=export",
	"-a always,exit -S 165 -F arch=b64 -F auid>=1000 -F auid!=4294967295 "
	"-F key=export",
	"-a always,exit -S 10,38,301-302 -F arch=b32 -F auid>=1000 -F "
	"auid!=4294967295 -F key=delete",
	"-a always,exit -S 82,87,263-264 -F arch=b64 -F auid>=1000 -F "
	"auid!=4294967295 -F key=delete",
	"-a always,exit -S all -F path=/etc/sudoers -F perm=10 -F key=actions",
	"-a always,exit -S all -F dir=/etc/sudoers.d -F perm=10 -F key=actions",
};

#endif /* LSM_FUZZERS_AUDIT_STIG_H */
