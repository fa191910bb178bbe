internal import CWebKit

/// A symbol in the colour of the surrounding text.
public enum Symbol: Int, Sendable, CaseIterable {
  case signal, battery, lock, reload, chevronLeft, chevronRight, compass, check, attention, clock, wheel

  /// Draws it in a square of 24 units with lines of two.
  fileprivate func draw(_ pen: Pen) {
    switch self {
    case .signal:
      for bar in 0..<4 {
        let height = 6 + Double(bar) * 3.6
        pen.box(1.5 + Double(bar) * 5.6, 20 - height, 4, height, radius: 1)
        pen.fill()
      }
    case .battery:
      pen.box(1, 9.4, 19, 10.5, radius: 3)
      pen.stroke(1)
      pen.box(2.7, 11.1, 15.6, 7.1, radius: 1.6)
      pen.fill()
      pen.box(21.3, 12.8, 1.5, 3.7, radius: 0.7)
      pen.fill()
    case .lock:
      pen.box(5, 10.5, 14, 10.5, radius: 2.5)
      pen.fill()
      pen.move(8, 11)
      pen.line(8, 8)
      pen.arc(12, 8, 4, from: 0.5, to: 1)
      pen.line(16, 11)
      pen.stroke()
    case .reload:
      pen.arc(12, 12.5, 7.5, from: -0.08, to: 0.72)
      pen.stroke()
      pen.move(10.4, 1.2)
      pen.line(14.4, 5)
      pen.line(10.4, 8.6)
      pen.stroke()
    case .chevronLeft:
      pen.move(15, 5)
      pen.line(8, 12)
      pen.line(15, 19)
      pen.stroke()
    case .chevronRight:
      pen.move(9, 5)
      pen.line(16, 12)
      pen.line(9, 19)
      pen.stroke()
    case .compass:
      pen.arc(12, 12, 9.5, from: 0, to: 1)
      pen.stroke(1.7)
      pen.move(16.6, 7.4)
      pen.line(13.6, 13.6)
      pen.line(7.4, 16.6)
      pen.line(10.4, 10.4)
      pen.close()
      pen.stroke(1.7)
    case .check:
      pen.move(5, 12.8)
      pen.line(10, 17.6)
      pen.line(19, 7.2)
      pen.stroke(2.6)
    case .attention:
      pen.move(12, 4.5)
      pen.line(12, 13.5)
      pen.stroke(2.8)
      pen.arc(12, 18.8, 1.7, from: 0, to: 1)
      pen.fill()
    case .clock:
      pen.arc(12, 12, 10, from: 0, to: 1)
      pen.stroke()
      pen.move(12, 6)
      pen.line(12, 12.3)
      pen.line(16, 14.8)
      pen.stroke()
    case .wheel:
      // Petals of a wheel, each fainter than the one before.
      for petal in 0..<8 {
        let turn = Double(petal) / 8
        pen.ray(12, 12, from: 5, to: 10, turn: turn)
        pen.stroke(2.4, opacity: 1 - turn * 0.85)
      }
    }
  }

  /// - Parameter size: The height and width, in points.
  @MainActor public func widget(_ size: Int) -> Widget {
    let area = Widget(gtk_drawing_area_new()).sized(width: size, height: size)
    area.isReachable = false
    gtk_drawing_area_set_draw_func(
      area.of(),
      { area, cairo, width, _, data in
        guard let area, let cairo, let symbol = Symbol(rawValue: Int(bitPattern: data)) else { return }
        var colour = GdkRGBA()
        phone_text_colour(UnsafeMutableRawPointer(area).assumingMemoryBound(to: GtkWidget.self), &colour)
        cairo_scale(cairo, Double(width) / 24, Double(width) / 24)
        symbol.draw(Pen(cairo: cairo, colour: colour))
      }, UnsafeMutableRawPointer(bitPattern: rawValue), nil)
    gtk_widget_set_valign(area.pointer, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(area.pointer, GTK_ALIGN_CENTER)
    return area
  }
}

/// Draws lines with round ends. Angles are fractions of a turn, clockwise from the right.
private struct Pen {
  let cairo: OpaquePointer
  let colour: GdkRGBA

  func move(_ x: Double, _ y: Double) { cairo_move_to(cairo, x, y) }
  func line(_ x: Double, _ y: Double) { cairo_line_to(cairo, x, y) }
  func close() { cairo_close_path(cairo) }

  func arc(_ x: Double, _ y: Double, _ radius: Double, from: Double, to: Double) {
    cairo_arc(cairo, x, y, radius, from * 2 * .pi, to * 2 * .pi)
  }

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
    cairo_new_sub_path(cairo)
    arc(x + width - radius, y + radius, radius, from: -0.25, to: 0)
    arc(x + width - radius, y + height - radius, radius, from: 0, to: 0.25)
    arc(x + radius, y + height - radius, radius, from: 0.25, to: 0.5)
    arc(x + radius, y + radius, radius, from: 0.5, to: 0.75)
    close()
  }

  func ray(_ x: Double, _ y: Double, from: Double, to: Double, turn: Double) {
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_rotate(cairo, turn * 2 * .pi)
    move(0, -from)
    line(0, -to)
    cairo_restore(cairo)
  }

  func fill() {
    use(1)
    cairo_fill(cairo)
  }

  func stroke(_ width: Double = 2, opacity: Double = 1) {
    use(opacity)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(cairo)
  }

  private func use(_ opacity: Double) {
    cairo_set_source_rgba(
      cairo, Double(colour.red), Double(colour.green), Double(colour.blue), Double(colour.alpha) * opacity)
  }
}
