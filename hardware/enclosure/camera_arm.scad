// The arm that holds the camera over the middle of the table: a clamp at the table's edge near a corner, an upright
// tube, an elbow, a level tube, a head for a Camera Module 3, and a seat for the Pi on the upright, so that a flat cable
// of one metre reaches. The tubes are aluminium, 20 mm across.
//   part   "clamp", "elbow", "head", "pi" or "all"

include <common.scad>

part = "all";
tube = 20.3;              // hole for a tube of 20 mm
sleeve = 4;               // wall around a tube
table = 45;               // the thickest table the clamp takes
depth = 42;
bolt = 8.4;               // M8, with a knob below
bolt_head = 13.4;         // across the flats of its nut
camera = [25, 24];        // the board
camera_holes = [21, 12.5];
camera_up = 4;            // between plate and board: its connector is 2.8 high
cable = 18;               // way of the flat cable, which is 16 wide
pi_holes = [58, 49];
pi_up = 6;                // between plate and board: its joints, and a card below them

outer = tube + 2 * sleeve;

// A sleeve with a slit and two ears, closed by a screw M4.
module sleeve(height) {
    difference() {
        union() {
            cylinder(d = outer, h = height);
            translate([outer / 2 - 3, -7, 0]) cube([15, 14, height]);
        }
        translate([0, 0, -1]) cylinder(d = tube, h = height + 2);
        translate([0, -1.2, -1]) cube([outer, 2.4, height + 2]);
        for (z = [10, height - 10])
            translate([outer / 2 + 6, 0, z]) rotate([90, 0, 0]) cylinder(d = 4.4, h = 40, center = true);
    }
}

module clamp() {
    thick = 12;
    high = table + 2 * thick + 8;
    difference() {
        union() {
            cube([thick, depth, high]);
            cube([60, depth, thick]);
            translate([0, 0, high - thick]) cube([60, depth, thick]);
        }
        translate([42, depth / 2, -1]) cylinder(d = bolt, h = thick + 2);
        translate([42, depth / 2, thick - 7]) cylinder(d = bolt_head / cos(30), h = 8, $fn = 6);
        // ribs of air against slipping
        for (x = [22 : 8 : 54]) translate([x, -1, high - thick - 0.01]) cube([3, depth + 2, 0.8]);
        at_upright() translate([0, 0, -1]) cylinder(d = tube, h = high + 2);
    }
    at_upright() rotate([0, 0, 180]) sleeve(high);
}

module at_upright() {
    translate([-tube / 2 - sleeve + 2, depth / 2, 0]) children();
}

module elbow() {
    difference() {
        union() {
            rotate([0, 0, 180]) sleeve(50);
            translate([outer / 2 - 2, 0, 25]) rotate([0, 90, 0]) rotate([0, 0, 90]) sleeve(50);
            translate([0, 0, 25]) rotate([0, 90, 0]) cylinder(d = outer - 4, h = outer / 2);
        }
        translate([0, 0, -1]) cylinder(d = tube, h = 60);
        translate([outer / 2 - 2, 0, 25]) rotate([0, 90, 0]) cylinder(d = tube, h = 60);
    }
}

// The camera hangs beyond the end of the tube, where its screws can be reached from both sides.
head_sleeve = 40;
head_plate = [head_sleeve + 36, 34, 4];
head_top = -outer / 2 + 1.5;                 // of the plate
camera_x = head_sleeve + 19;                 // the middle of its holes
camera_y = 5;

module at_camera_holes() {
    for (x = [-camera_holes.x / 2, camera_holes.x / 2], y = [-camera_holes.y / 2, camera_holes.y / 2])
        translate([camera_x + x, camera_y + y, 0]) children();
}

module head() {
    difference() {
        union() {
            rotate([0, 90, 0]) rotate([0, 0, 90]) sleeve(head_sleeve);
            translate([0, -head_plate.y / 2, head_top - head_plate.z]) cube(head_plate);
            at_camera_holes() translate([0, 0, head_top - head_plate.z - camera_up])
                cylinder(d = 4.6, h = camera_up + 1);
        }
        at_camera_holes() translate([0, 0, head_top - 20]) cylinder(d = 2.3, h = 30);
        // the flat cable leaves its connector at the board's edge and goes up through here, open to the side
        translate([camera_x - cable / 2, -head_plate.y / 2 - 1, head_top - 10]) cube([cable, 8, 20]);
        rotate([0, 90, 0]) translate([0, 0, -1]) cylinder(d = tube, h = head_sleeve + 1);
    }
}

// The Pi stands upright at the tube, its sockets to the sides.
pi_plate = [94, 64, 4];
module pi_seat() {
    difference() {
        union() {
            translate([0, 0, (pi_plate.y - 40) / 2]) rotate([0, 0, -90]) sleeve(40);
            translate([-pi_plate.x / 2, outer / 2 - 2, 0]) cube([pi_plate.x, pi_plate.z, pi_plate.y]);
            at_pi_holes() rotate([-90, 0, 0]) cylinder(d = 6, h = pi_plate.z + pi_up);
        }
        at_pi_holes() rotate([-90, 0, 0]) translate([0, 0, -20]) cylinder(d = 2.8, h = 60);
        translate([0, 0, -1]) cylinder(d = tube, h = pi_plate.y + 2);
    }
}

module at_pi_holes() {
    for (x = [-pi_holes.x / 2, pi_holes.x / 2], z = [-pi_holes.y / 2, pi_holes.y / 2])
        translate([x - 10, outer / 2 - 2, pi_plate.y / 2 + z]) children();
}

module tubes() {
    color("silver") {
        at_upright() cylinder(d = 20, h = 420);
        translate([10, depth / 2, 405]) rotate([0, 90, 0]) cylinder(d = 20, h = 220);
    }
}

if (part == "clamp") rotate([90, 0, 0]) clamp();
if (part == "elbow") elbow();
if (part == "head") rotate([180, 0, 0]) head();
if (part == "pi") rotate([-90, 0, 0]) pi_seat();
if (part == "all") {
    color("dimgray") clamp();
    tubes();
    color("dimgray") at_upright() translate([0, 0, 380]) elbow();
    color("darkslategray") translate([190, depth / 2, 405]) head();
    color("darkslategray") at_upright() translate([0, 0, 200]) rotate([0, 0, 180]) pi_seat();
    at_upright() translate([0, 0, 200]) rotate([0, 0, 180]) color("green")
        translate([-42.5, outer / 2 + 2 + pi_up, 4]) cube([85, 1.5, 56]);
    color("green") translate([190 + camera_x - 12.5, depth / 2 + camera_y - 14, 405 + head_top - head_plate.z - camera_up - 1])
        cube([25, 24, 1]);
}
