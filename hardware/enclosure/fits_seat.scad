// What goes into a seat box; see fits.scad.
include <seat_box.scad>
include <fits.scad>

low = of == "low";

module switches() { translate([0, 0, height]) at_keys() if (low) switch(); else arcade_button(); }
module lamps() { translate([lamp.x, lamp.y, height]) led(); }
module sockets() { at_socket() socket(); }
// Without its labels, which take long and change nothing here.
module closed_lid() { translate([0, 0, height]) lid(size) { holes(); square(0.01); thinner(); out_of_lip(); } }

if (check == "socket") intersection() { seat_tray(); sockets(); }
if (check == "latch") intersection() { at_socket() difference() { keystone_block(); keystone_opening(); } sockets(); }
if (check == "keys in tray") intersection() { seat_tray(); union() { switches(); lamps(); } }
if (check == "keys in lid") intersection() { closed_lid(); union() { switches(); lamps(); } }
if (check == "keys and socket") intersection() { union() { switches(); lamps(); } sockets(); }
if (check == "lid") intersection() { closed_lid(); union() { seat_tray(); sockets(); } }
if (check == "screws") intersection() { union() { seat_tray(); closed_lid(); } union() { screws(size, 8); inserts_of(size); } }
