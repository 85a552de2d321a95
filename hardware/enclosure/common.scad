// Measures and small solids that all boxes share. Millimetres everywhere.

wall = 2.4;            // six lines of a 0.4 nozzle
floor_thickness = 2.4;
corner = 4;            // outer radius of a box
gap = 0.3;             // between parts that go into each other
insert = 4.1;          // hole for a heat-set insert M3
screw = 3.4;           // hole for a screw M3
post = 8;              // a post for an insert
insert_room = 7;       // how deep its hole is
key_hole = 24.2;       // arcade button of 24 mm that snaps in
key_pitch = [30, 43];   // the rim of a button is 27 across; below it stands its label, twice
lamp_hole = 5.3;       // LED of 5 mm, pressed in from below

labelled = true;       // false: without words, which take most of the time to render

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
                translate([0, 0, size.z - insert_room]) cylinder(d = insert, h = insert_room + 0.1);
            }
    }
}

// A lid: its first child is cut through it, its second is engraved. Everything is flat until the end, because cutting
// flat shapes takes a moment and cutting solids takes minutes. A third child is cut out of its underside, 0.9 deep, a
// fourth out of its lip; a lid without them has nothing there.
module lid(size, thickness = 2.4, engraving = 0.8) {
    lid_below(size, thickness, engraving) { children(0); children(2); children(3); }
    lid_above(size, thickness, engraving) { children(0); children(1); }
}

// What is printed last, and shows through the engraving in the second colour. Its second child is cut out of the
// underside, its third out of the lip.
module lid_below(size, thickness = 2.4, engraving = 0.8, recess = 0.9) {
    module cut() {
        difference() {
            outline(size);
            at_corners(size) circle(d = screw);
            children(0);
        }
    }
    translate([0, 0, recess]) linear_extrude(thickness - engraving - recess + 0.01) cut() children(0);
    linear_extrude(recess + 0.01) difference() { cut() children(0); children(1); }
    // a lip that keeps the lid from sliding
    translate([0, 0, -2])
        linear_extrude(2.01)
            difference() {
                offset(-wall - gap) outline(size);
                offset(-wall - gap - 1.2) outline(size);
                at_corners(size) circle(d = post + 1);
                children(2);
            }
}

// The first layers on the printer's bed, in the first colour.
module lid_above(size, thickness = 2.4, engraving = 0.8) {
    translate([0, 0, thickness - engraving])
        linear_extrude(engraving)
            difference() {
                outline(size);
                at_corners(size) circle(d = 6.4);
                children(0);
                children(1);
            }
}

module label(words, size) {
    if (labelled) text(words, size = size, halign = "center", valign = "center", font = "Liberation Sans:style=Bold");
}

// What players read on a score sheet. Kana for calls: the strokes of their kanji are thinner than a printed line.
kana = [["chi", "チー"], ["pon", "ポン"], ["kan", "カン"], ["ron", "ロン"], ["tsumo", "ツモ"], ["riichi", "立直"],
    ["wait", "待"], ["next", "次"]];
function kana_of(name) = [for (pair = kana) if (pair[0] == name) pair[1]][0];
module kana_label(name, size) {
    if (labelled) text(kana_of(name), size = size, halign = "center", valign = "center", font = "Noto Sans CJK JP:style=Bold");
}

module outline(size) {
    offset(corner) offset(-corner) square([size.x, size.y]);
}

// A frame for a keystone socket, its face at y = 0 and the cable's side at y > 0. Centred on x, standing on z = 0.
// The socket goes in from inside the box: its lug below first, then its top is pushed until the latch clicks. Lug and
// latch then stand behind a lip, so that a plug cannot push the socket into the box; its shoulder stops at the face.
// Measured sockets are 15.0 wide, 16.9 high and catch 8.35 behind their face; others are a little smaller.
keystone = [20, 10, 26.4];
keystone_ground = 3;             // the socket's underside above the block's
keystone_lip = 1.6;              // thickness of the lip at the back, and where it stands
keystone_mouth = 20;             // height of the way through the lip; more lets the latch slip, less does not let it in
module keystone_opening() {
    wide = 15.3;
    lip = keystone.y - keystone_lip;
    translate([-wide / 2, 0, keystone_ground]) {
        // the face, opening inwards above, because the socket comes in tilted
        hull() {
            translate([0, -1, -0.1]) cube([wide, 1.1, 17.3]);
            translate([0, 1.8, -0.1]) cube([wide, 0.1, 19.6]);
        }
        translate([0, 1.7, -1.2]) cube([wide, lip - 1.7, 22.8]);           // behind it: room for lug and latch
        translate([0, lip - 1, -0.1]) cube([wide, 20, keystone_mouth + 0.1]); // through the lip
    }
}
module keystone_block() {
    translate([-keystone.x / 2, 0, 0]) cube(keystone);
}

// The same lying on its side, for a low box: the latch to the right as one looks at its face.
keystone_lying = [keystone.z, keystone.y, keystone.x];
module lie_down() {
    translate([-keystone.z / 2, 0, keystone.x / 2]) rotate([0, 90, 0]) children();
}
