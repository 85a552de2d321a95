// One seat box in order of assembly: the printed solids, the models that they are checked against, and every wire.
// The pictures of docs/build-seat.md are made of it; tests compare what each step adds with the page and the bill.
//   step   1 to 10: what is there after this step; what it adds is in strong colours

include <seat_box.scad>
include <fits.scad>

part = "none";
step = 1;
$counted = true;             // the second view of a step counts nothing again
$fn = 32;

fresh = "orangered";
apart = size.x + 30;         // between two views
over_edge = 14;              // between tray and opened lid

// A part that this step brings, or that an earlier one brought.
module brought(name, in, was = "silver") {
    if (in == step && $counted) echo(part = name);
    if (in <= step) color(in == step ? fresh : was) children();
}

// ---- the lid: upright, turned over with its lamp away from us, opened behind the tray, or closed ----

function is_open() = step == 8;
module lid_turned() {
    if (is_open()) translate([0, 2 * size.y + over_edge, 0]) rotate([180, 0, 0]) children();
    else translate([size.x, 0, 0]) rotate([0, 180, 0]) children();
}
function turned(p) = is_open() ? [p.x, 2 * size.y + over_edge - p.y, -p.z] : [size.x - p.x, p.y, -p.z];

module two_colours() { color("ivory") below(); color("darkslategray") above(); }
module keys_there() {
    at_keys() {
        brought("arcade button 24 mm", 4, "dimgray") arcade_body();
        for (side = [-1, 1]) if (step >= 4) color("goldenrod") translate([side * lug - 0.4, -2.5, lug_end]) cube([0.8, 5, 9]);
    }
}

// ---- the wires, from the key's lugs (seen from below: column on the left, diode on the right) ----

lug = 4;
lug_end = -29;
joint = lug_end + 2;
cathode = 15;                // from a lug to the striped end of its diode
function key_at(row, column) = [12 + (column + 0.5) * pitch.x, size.y - behind - (row + 0.5) * pitch.y + 5, 0];
function column_lug(row, column) = turned(key_at(row, column) + [lug, 0, joint]);
function striped_end(row, column) = turned(key_at(row, column) + [-lug, -cathode, joint]);

// The eight slots of the socket lie in two lines of four at its end; before it is there the wires hang over the edge.
function slot(pin) = [size.x / 2 + (pin % 4 - 1.5) * 3, size.y - 31, floor_thickness + 3 + (pin < 4 ? 14 : 4)];
function over(from, pin) = is_open()
    ? [from, [(from.x + slot(pin).x) / 2, size.y + 2, size.z + 6], slot(pin) + [0, -7, 8], slot(pin)]
    : [from, [from.x + pin - 3, size.y - 10, 20], [from.x + pin * 3 - 10, size.y + 22, 4]];

function long(points, from = 0) = from + 1 < len(points) ? norm(points[from + 1] - points[from]) + long(points, from + 1) : 0;

shades = [["WHOG", "moccasin"], ["OG", "darkorange"], ["WHGN", "lightgreen"], ["BU", "blue"], ["WHBU", "lightskyblue"],
    ["GN", "green"], ["WHBN", "tan"], ["BN", "saddlebrown"]];
module wire(colour, in, points) {
    if ((in == step || is_open()) && $counted) echo(wire = colour, millimetres = long(points), step = in);
    if (in <= step) color([for (one = shades) if (one[0] == colour) one[1]][0])
        for (i = [0 : len(points) - 2])
            hull() { translate(points[i]) sphere(d = 1.6, $fn = 8); translate(points[i + 1]) sphere(d = 1.6, $fn = 8); }
}

row_colours = ["BU", "WHBU"];
column_colours = ["WHGN", "GN", "WHBN", "BN"];
module wires() {
    for (row = [0, 1]) {
        wire(row_colours[row], 5, over(striped_end(row, 0), 3 + row));                         // pins 4 and 5
        for (column = [0 : 2]) wire(row_colours[row], 5, [striped_end(row, column), striped_end(row, column + 1)]);
    }
    for (column = [0 : 3]) {
        wire(column_colours[column], 6, over(column_lug(0, column), [2, 5, 6, 7][column]));     // pins 3, 6, 7 and 8
        wire(column_colours[column], 6, [column_lug(0, column), column_lug(1, column)]);
    }
    wire("WHOG", 7, over(turned(lamp_leg(1) + [0, 0, -14]), 0));
    wire("OG", 7, over(turned(lamp_leg(-1)), 1));
}

module diodes() {
    at_keys() {
        brought("diode 1N4148", 5, "sienna") translate([-lug, -cathode / 2, joint]) rotate([90, 0, 0]) cylinder(d = 2.4, h = 5, center = true);
        if (step >= 5) {
            color("black") translate([-lug, -cathode / 2 - 1.6, joint]) rotate([90, 0, 0]) cylinder(d = 2.5, h = 0.8, center = true);
            color("silver") translate([-lug, 0, joint]) rotate([90, 0, 0]) cylinder(d = 0.7, h = cathode);
        }
    }
}

function lamp_leg(side) = [lamp.x + side * 1.3, lamp.y, -16];
module lamp_there() {
    brought("LED 5 mm", 7, "gold") translate([lamp.x, lamp.y, -6]) { cylinder(d = 5, h = 10); translate([-1.6, -0.3, -10]) { cube([0.6, 0.6, 10]); translate([2.6, 0, 0]) cube([0.6, 0.6, 10]); } }
    brought("resistor 330 Ohm", 7, "peru") translate(lamp_leg(1) + [0, 0, -14]) translate([0, 0, 3]) cylinder(d = 2.4, h = 6.5);
    if (step >= 7) color("silver") translate(lamp_leg(1) + [0, 0, -14]) cylinder(d = 0.7, h = 14);
}

// ---- what stands in the tray ----

module tray_there(is_new = false) { color(is_new ? fresh : "dimgray") seat_tray(); }
module inserts_there(raised = 0) {
    at_corners(size) translate([0, 0, size.z - 5.7 + raised]) brought("heat-set insert M3", 2, "goldenrod") difference() { cylinder(d = 4, h = 5.7); translate([0, 0, -1]) cylinder(d = 2.6, h = 8); }
}
module feet() {
    for (x = [14, size.x - 14], y = [14, size.y - 14])
        translate([x, y, -3]) brought("rubber foot 10 mm", 2, "black") cylinder(d = 10, h = 3.7);
}
module socket_there() { brought("RJ45 keystone socket", 8, "whitesmoke") sockets(); }
module sockets() { at_socket() socket(); }
module screws_there(raised) {
    at_corners(size) translate([0, 0, size.z + 1.6 + raised]) brought("screw M3 x 8", 9, "silver") {
        translate([0, 0, -8]) cylinder(d = 3, h = 8);
        difference() { cylinder(d = 5.7, h = 2); translate([0, 0, 1]) cylinder(d = 2.6, h = 2, $fn = 6); }
    }
}

// ---- what lies on the desk, cut to length ----

// Pieces of each colour as [colour, how many, centimetres]; the drawing of the wiring says the same.
pieces = [["WHOG", 1, 20], ["OG", 1, 20], ["WHGN", 1, 20], ["GN", 1, 20], ["WHBN", 1, 20], ["BN", 1, 20], ["BU", 1, 20], ["WHBU", 1, 20],
    ["WHGN", 1, 8], ["GN", 1, 8], ["WHBN", 1, 8], ["BN", 1, 8], ["BU", 3, 6], ["WHBU", 3, 6]];
tubes = 27;                  // sixteen lugs, eight striped ends, both legs of the lamp, the far end of its resistor
module cut_wires() {
    echo(part = "Cat5e cable with solid cores, 1 m");
    flat = [for (one = pieces) for (i = [1 : one[1]]) one];
    for (i = [0 : len(flat) - 1]) {
        echo(cut = flat[i][0], centimetres = flat[i][2]);
        color([for (shade = shades) if (shade[0] == flat[i][0]) shade[1]][0])
            translate([0, -i * 6, 1]) rotate([0, 90, 0]) cylinder(d = 2, h = flat[i][2] * 10);
    }
    for (i = [0 : tubes - 1]) {
        echo(tube_cut = 2);
        color(fresh) translate([220 + 26 * (i % 3), -floor(i / 3) * 12, 2]) rotate([0, 90, 0])
            difference() { cylinder(d = 3.6, h = 20); translate([0, 0, -1]) cylinder(d = 2.6, h = 22); }
    }
    for (i = [1 : ceil(tubes * 2 / 10)]) echo(part = "heat-shrink tube 3 mm, 10 cm");
}

module patch_cable() {
    brought("Cat5e patch cable, 1.5 m", 10) translate([size.x / 2, size.y, floor_thickness + 3 + 8]) {
        translate([-5.8, -8, -4]) cube([11.6, 26, 8]);
        translate([0, 16, 0]) rotate([-90, 0, 0]) cylinder(d = 5.6, h = 60);
    }
}

module beside() translate([apart, 0, 0]) let ($counted = false) children();
module lid_with_keys() { two_colours(); keys_there(); diodes(); lamp_there(); }

if (step == 1) {
    echo(part = "printed seat box");
    tray_there();
    beside() two_colours();
}
if (step == 2) {
    tray_there(); inserts_there(raised = 9); feet();
    beside() translate([0, size.y, size.z]) rotate([180, 0, 0]) { tray_there(); inserts_there(); feet(); }
}
if (step == 3) cut_wires();
if (step == 4) {
    two_colours(); keys_there();
    beside() lid_turned() { two_colours(); keys_there(); }
}
if (step >= 5 && step <= 8) {
    lid_turned() lid_with_keys();
    wires();
}
if (step == 8) { tray_there(); inserts_there(); socket_there(); }
if (step >= 9) {
    tray_there(); inserts_there(); feet(); socket_there();
    translate([0, 0, size.z]) { two_colours(); keys_there(); lamp_there(); }
    screws_there(step == 9 ? 9 : 0);
    patch_cable();
}
