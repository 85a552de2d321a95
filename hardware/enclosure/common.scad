// Measures and small solids that all boxes share. Millimetres everywhere.

wall = 2.4;            // six lines of a 0.4 nozzle
floor_thickness = 2.4;
corner = 4;            // outer radius of a box
gap = 0.3;             // between parts that go into each other
insert = 4.1;          // hole for a heat-set insert M3
screw = 3.4;           // hole for a screw M3
post = 8;              // a post for an insert
key_hole = 24.2;       // arcade button of 24 mm that snaps in
key_pitch = [30, 37];   // the rim of a button is 27 across; below it stands its label
lamp_hole = 5.3;       // LED of 5 mm, pressed in from below

$fn = 48;

module rounded(size, radius = corner) {
    linear_extrude(size.z)
        offset(radius) offset(-radius) square([size.x, size.y]);
}

// The four places of the screws, inside a box of this size.
module at_corners(size) {
    inset = wall + post / 2 - 0.2;
    for (x = [inset, size.x - inset], y = [inset, size.y - inset])
        translate([x, y, 0]) children();
}

// An open box with posts for the lid's screws.
module tray(size) {
    difference() {
        rounded(size);
        translate([wall, wall, floor_thickness])
            rounded([size.x - 2 * wall, size.y - 2 * wall, size.z], corner - wall);
    }
    intersection() {
        rounded(size);
        at_corners(size)
            difference() {
                cylinder(d = post, h = size.z);
                translate([0, 0, size.z - 7]) cylinder(d = insert, h = 7.1);
            }
    }
}

// A lid: its first child is cut through it, its second is engraved. Everything is flat until the end,
// because cutting flat shapes takes a moment and cutting solids takes minutes.
module lid(size, thickness = 2.4, engraving = 0.8) {
    linear_extrude(thickness - engraving + 0.01)
        difference() {
            outline(size);
            at_corners(size) circle(d = screw);
            children(0);
        }
    translate([0, 0, thickness - engraving])
        linear_extrude(engraving)
            difference() {
                outline(size);
                at_corners(size) circle(d = 6.4);
                children(0);
                children(1);
            }
    // a lip that keeps the lid from sliding
    translate([0, 0, -2])
        linear_extrude(2.01)
            difference() {
                offset(-wall - gap) outline(size);
                offset(-wall - gap - 1.2) outline(size);
                at_corners(size) circle(d = post + 1);
            }
}

module label(words, size) {
    text(words, size = size, halign = "center", valign = "center", font = "Liberation Sans:style=Bold");
}

module outline(size) {
    offset(corner) offset(-corner) square([size.x, size.y]);
}

// A frame for a keystone socket, its face at y = 0 and the cable's side at y > 0. Centred on x, standing on z = 0.
keystone = [20, 10, 26];
module keystone_opening() {
    translate([-7.45, -1, 4]) cube([14.9, 12, 16.6]);           // the face of the socket
    translate([-7.45, 1.6, 2.4]) cube([14.9, 12, 20.2]);        // its body and the two catches behind the face
    translate([-7.45, 8, 1]) cube([14.9, 4, 24]);               // room to click
}
module keystone_block() {
    translate([-keystone.x / 2, 0, 0]) cube(keystone);
}
