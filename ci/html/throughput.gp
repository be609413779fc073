# SPDX-License-Identifier: GPL-2.0-or-later
# data, speed, reach are given: runs one after the other on an axis of fuzzing time.
set terminal svg size 620,300
set datafile separator "\t"
set xlabel "seconds of fuzzing, all runs"
set grid
set key off
set yrange [0:*]
total = 0
set output speed
set ylabel "programs a second"
plot data using (total = total + $3):($4 / $3) with linespoints pointtype 7 pointsize 0.4
total = 0
set output reach
set ylabel "edges"
plot data using (total = total + $3):6 with linespoints pointtype 7 pointsize 0.4 linecolor 2
set output
