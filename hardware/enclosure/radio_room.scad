// What a seat box without a cable has inside: a cradle for a board with an ESP32-C6 and a charger, one for its cell, and a
// seat for a switch. seat_box.scad includes it (radio = true, low = true) and brings `size`, `wall` and the rest.
//
// The board lies along the back wall, its USB socket in the left wall, its antenna towards the middle, where no metal is
// within 15 mm. The cell lies on the floor below the keys, held by ribs and double-sided tape, never squeezed.

radio_board = [58.4, 22.9, 1.6];  // the outline of a Feather; others: change it
radio_at = [4.4, 92.5];           // its corner; the USB socket stands 1.2 out of its edge
radio_up = 5;                     // room for joints on its underside
radio_play = 0.3;
cell = [51, 34.5, 5.5];           // 503450, 1,000 mAh, at its largest
cell_play = [1, 1, 3];            // it swells as it ages
cell_at = [34, 14];
slide = [8.8, 3.8, 3.7];          // slide switch SS12D00: its body; the lever comes out of the wall
slide_x = 84;                     // its middle, along the back wall
slide_z = 9;                      // its underside

// Four corners, each with a ledge below the board.
module radio_corners() {
    ledge = 3;
    for (right = [0, 1], back = [0, 1])
        translate([radio_at.x + right * radio_board.x, radio_at.y + back * radio_board.y, 0])
            mirror([right, 0, 0]) mirror([0, back, 0]) {
                translate([0, 0, 0]) cube([ledge, ledge, floor_thickness + radio_up]);
                if (right) translate([-1.6 - radio_play, -1.6 - radio_play, 0]) difference() {
                    cube([6, 6, floor_thickness + radio_up + 3]);
                    translate([1.6, 1.6, -1]) cube([9, 9, 20]);
                }
                else translate([0.5, -1.6 - radio_play, 0]) cube([6, 1.6, floor_thickness + radio_up + 3]);
            }
}
// Ribs around the cell, open where its wires leave.
module cell_ribs() {
    room = [cell.x + cell_play.x, cell.y + cell_play.y];
    translate([cell_at.x - cell_play.x / 2, cell_at.y - cell_play.y / 2, 0]) linear_extrude(floor_thickness + 4) difference() {
        translate([-1.6, -1.6]) square([room.x + 3.2, room.y + 3.2]);
        square(room);
        translate([room.x - 14, room.y - 1]) square([11, 4]);
        for (y = [8, room.y - 14]) translate([-2, y]) square([room.x + 4, 6]);
    }
}
// A pocket, open above; the lid closes it.
module slide_pocket() {
    translate([slide_x - slide.x / 2 - 1.8, size.y - wall - slide.y - 1.8, 0])
        cube([slide.x + 3.6, slide.y + 1.9, slide_z + slide.z]);
}
module radio_cradles() {
    radio_corners();
    cell_ribs();
    slide_pocket();
}
module radio_openings() {
    // the USB-C socket, with room for a plug's collar (12 x 6.5)
    translate([-1, radio_at.y + radio_board.y / 2 - 6.4, floor_thickness + radio_up + radio_board.z + 1.6 - 3.5]) cube([wall + 2, 12.8, 7]);
    // the switch, its pins to the front, and its lever through the wall: 4 wide with its way
    translate([slide_x - slide.x / 2 - 0.2, size.y - wall - slide.y - 0.1, slide_z]) cube([slide.x + 0.4, slide.y + 0.1, 30]);
    translate([slide_x - 3, size.y - wall - slide.y - 3, slide_z]) cube([6, 4, 30]);
    translate([slide_x - 2.4, size.y - wall - 1, slide_z + 0.5]) cube([4.8, wall + 2, 2.7]);
}
// They hang from the lid, and keep the board on its ledges and the switch in its pocket.
module radio_stays() {
    to_board = size.z - (floor_thickness + radio_up + radio_board.z) - 0.3;
    for (x = [14, radio_board.x - 9.5], back = [0, 1])
        translate([radio_at.x + x, radio_at.y + (back ? radio_board.y - 1.4 : -0.6), -to_board]) cube([4, 2, to_board + 0.1]);
    to_slide = size.z - (slide_z + slide.z) - 0.4;
    translate([slide_x - 3.6, size.y - wall - 3.4, -to_slide]) cube([7.2, 2.4, to_slide + 0.1]);
}
