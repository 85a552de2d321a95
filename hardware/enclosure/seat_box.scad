// The box in front of a player: keys, a lamp, and a socket for the cable at the back.
//   part   "tray", "lid", "below" and "above" (the lid in its two colours) or "both" (how it looks when it is closed)
//   keys   the labels, in rows as they lie
//   low    false: arcade buttons of 24 mm, 48 mm high; true: keyboard switches (MX), 25 mm high
//   socket "rj45", or "slit" for the cable of the small build
//   radio  true, with low: room for a cell, a board with a radio and a switch in place of the socket
//   board  true: for the printed circuit board, which brings its own socket

include <common.scad>
include <radio_room.scad>

part = "both";
keys = [["chi", "pon", "kan", "ron"], ["tsumo", "riichi", "wait", "next"]];
low = false;
socket = "rj45";
board = false;
radio = false;

height = low ? 22.6 : 46;          // without the lid; an arcade button and its lugs need 34, a switch 8
pitch = low ? [24, 38] : key_pitch;
behind = low && !radio ? 38 : radio ? 44 : 18;   // from the keys to the wall with the socket, which is 33 long
rows = len(keys);
columns = len(keys[0]);
size = [columns * pitch.x + 24, rows * pitch.y + behind + 8, height];
lamp = low && !radio ? [16, size.y - 16] : radio ? [size.x - 16, size.y - 18] : [size.x / 2 + 30, size.y - 11];
latin = low ? 3.8 : 4.4;
has_keystone = socket == "rj45" && !board && !radio;

// The board, as it lies in the low box; hardware/boards/plan.py says the same. In the high one it lies on the floor, turned over.
board_edge = [11, 20, 109, 119];
board_holes = [[36, 51], [84, 51], [36, 100], [84, 100]];
board_thick = 1.6;
board_under = low ? height + 2.4 - 5 - board_thick : floor_thickness + 3;     // a switch's body is 5 deep
jack = [15.3, 17.74, 13.5];        // and stands out of the wall's inner side
jack_from = low ? board_under - jack.z : board_under + board_thick;
function on_board(at) = low ? at : [size.x / 2 + 60 - at.x, at.y + size.y - 122];

module at_board_holes() { for (at = board_holes) translate(on_board(at)) children(); }

// In the low box the board hangs at the switches, and pins keep it from sliding; in the high one it is screwed down.
module board_posts() {
    at_board_holes() difference() {
        union() {
            cylinder(d = 6, h = board_under);
            if (low) cylinder(d = 2, h = board_under + board_thick - 0.2);
        }
        if (!low) translate([0, 0, 0.6]) cylinder(d = 1.7, h = board_under);
    }
}
module jack_opening() {
    translate([size.x / 2 - jack.x / 2 - 0.5, size.y - wall - 1, jack_from - 0.4])
        cube([jack.x + 1, wall + 2, low ? height : jack.z + 0.8]);
}
// Closes the wall above the socket, which is let in from above.
module jack_tongue() {
    if (low) translate([size.x / 2 - jack.x / 2, size.y - wall + 0.2, board_under + gap - height])
        cube([jack.x, wall - 0.4, height - board_under]);
}

module at_keys() {
    for (row = [0 : rows - 1], column = [0 : len(keys[row]) - 1])
        translate([12 + (column + 0.5) * pitch.x, size.y - behind - (row + 0.5) * pitch.y + 5, 0])
            let ($label = keys[row][column]) children();
}

module at_socket() {
    translate([size.x / 2, size.y, floor_thickness]) mirror([0, 1, 0])
        if (low) lie_down() children(); else children();
}

module seat_tray() {
    difference() {
        union() {
            tray(size);
            if (board) board_posts();
            if (has_keystone) translate([0, 0, -0.01]) at_socket() keystone_block();
            if (socket == "slit") translate([size.x / 2 - tie_bridge.x / 2, size.y - wall - 14, 0]) tie_post();
            if (radio) radio_cradles();
        }
        if (board) jack_opening();
        if (has_keystone) at_socket() keystone_opening();
        if (radio) radio_openings();
        if (socket == "slit") translate([size.x / 2 - 7, size.y - 5, height - 8]) cube([14, 10, 10]);
        // feet of rubber, so that a pressed box stays where it is
        for (x = [14, size.x - 14], y = [14, size.y - 14])
            translate([x, y, -0.01]) cylinder(d = 10.4, h = 0.8);
    }
}

// A bridge on which the cable lies; a cable tie goes through below it and around both, so that nobody pulls at the joints.
tie_bridge = [14, 8, floor_thickness + 6];
module tie_post() {
    difference() {
        cube(tie_bridge);
        translate([-1, 2, floor_thickness + 0.6]) cube([tie_bridge.x + 2, 4.4, 2.4]);
    }
}

module holes() {
    at_keys() if (low) square(14, center = true); else circle(d = key_hole);
    translate(lamp) circle(d = lamp_hole);
}

module labels() {
    at_keys() translate([0, low ? -12.8 : -17.3]) kana_label($label, low ? 4.6 : 5);
    at_keys() translate([0, low ? -18.8 : -24]) label($label, latin);
}

// A switch clips into a plate of 1.5 mm.
module thinner() {
    if (low) at_keys() square(16.4, center = true);
}

// The socket's frame reaches up to a low lid.
module out_of_lip() {
    if (low && has_keystone) translate([size.x / 2 - keystone.z / 2 - 1, size.y - 14]) square([keystone.z + 2, 14]);
    if (socket == "slit") translate([size.x / 2 - 8, size.y - 14]) square([16, 14]);
}

module seat_lid() {
    lid(size) { holes(); labels(); thinner(); out_of_lip(); }
    under_lid();
}
module under_lid() { if (board) jack_tongue(); if (radio) radio_stays(); }

module below() { lid_below(size) { holes(); thinner(); out_of_lip(); } under_lid(); }
module above() { lid_above(size) { holes(); labels(); } }

// A dummy of a button, only for the picture.
module button() {
    if (low) {
        color("black") translate([-7.8, -7.8, 2.4]) cube([15.6, 15.6, 5]);
        color("ivory") translate([0, 0, 7]) linear_extrude(8, scale = 0.8) square(18, center = true);
    } else {
        color("ivory") translate([0, 0, 2.4]) cylinder(d = 27, h = 2.5);
        color("crimson") translate([0, 0, 4.9]) cylinder(d = 20, h = 4);
    }
}

if (part == "tray") seat_tray();
if (part == "lid") translate([0, size.y, 2.4]) rotate([180, 0, 0]) seat_lid();
if (part == "below") translate([0, size.y, 2.4]) rotate([180, 0, 0]) below();
if (part == "above") translate([0, size.y, 2.4]) rotate([180, 0, 0]) above();
if (part == "both") {
    color("dimgray") seat_tray();
    translate([0, 0, height]) {
        color("ivory") below();
        color("darkslategray") above();
        at_keys() button();
        color("gold") translate([lamp.x, lamp.y, 2]) sphere(d = 5);
    }
}
