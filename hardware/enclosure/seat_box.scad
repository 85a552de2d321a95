// The box in front of a player: keys, a lamp, and a socket for the cable at the back.
//   part   "tray", "lid" or "both" (how it looks when it is closed)
//   keys   the labels, in rows as they lie

include <common.scad>

part = "both";
keys = [["chi", "pon", "kan", "ron"], ["tsumo", "riichi", "wait", "next"]];
height = 46;           // an arcade button and its lugs need 34

rows = len(keys);
columns = len(keys[0]);
size = [columns * key_pitch.x + 24, rows * key_pitch.y + 26, height];

module at_keys() {
    for (row = [0 : rows - 1], column = [0 : len(keys[row]) - 1])
        translate([12 + (column + 0.5) * key_pitch.x, size.y - 18 - (row + 0.5) * key_pitch.y + 3, 0])
            let ($label = keys[row][column]) children();
}

module seat_tray() {
    difference() {
        union() {
            tray(size);
            translate([size.x / 2, size.y, floor_thickness - 0.01]) mirror([0, 1, 0]) keystone_block();
        }
        translate([size.x / 2, size.y, floor_thickness]) mirror([0, 1, 0]) keystone_opening();
        // feet of rubber, so that a pressed box stays where it is
        for (x = [14, size.x - 14], y = [14, size.y - 14])
            translate([x, y, -0.01]) cylinder(d = 10.4, h = 0.8);
    }
}

module seat_lid() {
    lid(size) {
        union() {
            at_keys() circle(d = key_hole);
            translate([size.x / 2, size.y - 11]) circle(d = lamp_hole);
        }
        at_keys() translate([0, -17]) label($label, 4);
    }
}

// A dummy of a button, only for the picture.
module button() {
    color("ivory") translate([0, 0, 2.4]) cylinder(d = 27, h = 2.5);
    color("crimson") translate([0, 0, 4.9]) cylinder(d = 20, h = 4);
}

if (part == "tray") seat_tray();
if (part == "lid") translate([0, size.y, 2.4]) rotate([180, 0, 0]) seat_lid();
if (part == "both") {
    color("dimgray") seat_tray();
    translate([0, 0, height]) {
        color("darkslategray") seat_lid();
        at_keys() button();
        color("gold") translate([size.x / 2, size.y - 11, 2]) sphere(d = 5);
    }
}
