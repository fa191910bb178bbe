internal import CWebKit

/// A GTK widget.
@MainActor public struct Widget {
  let pointer: UnsafeMutablePointer<GtkWidget>

  init(_ pointer: UnsafeMutablePointer<GtkWidget>?) {
    guard let pointer else { preconditionFailure("GTK makes widgets, or ends the process itself.") }
    self.pointer = pointer
  }

  func of<Type>(_ type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
  }
  var opaque: OpaquePointer { OpaquePointer(pointer) }
  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  // MARK: - Kinds

  public static func column(spacing: Int = 0, _ children: [Widget] = []) -> Widget {
    box(GTK_ORIENTATION_VERTICAL, spacing, children)
  }
  public static func row(spacing: Int = 0, _ children: [Widget] = []) -> Widget {
    box(GTK_ORIENTATION_HORIZONTAL, spacing, children)
  }
  private static func box(_ orientation: GtkOrientation, _ spacing: Int, _ children: [Widget]) -> Widget {
    let box = Widget(gtk_box_new(orientation, Int32(spacing)))
    for child in children { box.append(child) }
    return box
  }

  public static func label(_ text: String = "", selectable: Bool = false) -> Widget {
    let label = Widget(gtk_label_new(text))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_selectable(label.opaque, selectable ? 1 : 0)
    return label
  }

  /// The number of presses of all buttons.
  public private(set) static var presses = 0

  public static func button(_ text: String, _ pressed: @escaping @MainActor () -> Void) -> Widget {
    pressable(Widget(gtk_button_new_with_label(text)), pressed)
  }

  /// A button with a widget as its content.
  /// - Parameter name: The name for screen readers.
  public static func button(
    _ content: Widget, named name: String, _ pressed: @escaping @MainActor () -> Void
  ) -> Widget {
    let button = Widget(gtk_button_new())
    gtk_button_set_child(button.of(), content.pointer)
    gtk_widget_set_tooltip_text(button.pointer, name)
    phone_set_label(button.pointer, name)
    return pressable(button, pressed)
  }

  private static func pressable(_ button: Widget, _ pressed: @escaping @MainActor () -> Void) -> Widget {
    connect(button.raw, "clicked") {
      presses += 1
      pressed()
    }
    return button
  }

  /// A menu of texts. `changed` gets the index of the selected one.
  public static func choice(
    _ texts: [String], chosen: Int, _ changed: @escaping @MainActor (Int) -> Void
  ) -> Widget {
    var pointers: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(g_strdup($0)) } + [nil]
    let choice = Widget(gtk_drop_down_new_from_strings(&pointers))
    for pointer in pointers { g_free(UnsafeMutableRawPointer(mutating: pointer)) }
    gtk_drop_down_set_selected(choice.opaque, guint(chosen))
    connect(choice.raw, "notify::selected") { [opaque = choice.opaque] in
      changed(Int(gtk_drop_down_get_selected(opaque)))
    }
    return choice
  }

  public static func scroll(_ child: Widget) -> Widget {
    let scroll = Widget(gtk_scrolled_window_new())
    // As wide as its parent, even if its lines are wider.
    gtk_scrolled_window_set_policy(scroll.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroll.opaque, child.pointer)
    return scroll
  }

  /// Widgets stacked over a bottom one.
  public static func layers(_ bottom: Widget, _ above: [Widget]) -> Widget {
    let overlay = Widget(gtk_overlay_new())
    gtk_overlay_set_child(overlay.opaque, bottom.pointer)
    for layer in above { gtk_overlay_add_overlay(overlay.opaque, layer.pointer) }
    return overlay
  }

  /// An empty widget that takes the free space.
  public static func space(across: Bool = true, down: Bool = false) -> Widget {
    row().filling(across: across, down: down)
  }

  /// A sheet that slides in from below.
  public static func sheet(_ child: Widget) -> Widget {
    let sheet = Widget(gtk_revealer_new())
    gtk_revealer_set_transition_type(sheet.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_revealer_set_transition_duration(sheet.opaque, 200)
    gtk_revealer_set_child(sheet.opaque, child.pointer)
    gtk_widget_set_valign(sheet.pointer, GTK_ALIGN_END)
    sheet.isReachable = false
    return sheet
  }

  // MARK: - Content and state

  public func append(_ child: Widget) { gtk_box_append(of(), child.pointer) }

  /// Removes all children of a row or column.
  public func empty() {
    while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(of(), child) }
  }

  public func setText(_ text: String) { gtk_label_set_text(opaque, text) }
  public func setButtonText(_ text: String) { gtk_button_set_label(of(), text) }

  /// Slides a sheet in or out.
  public func setRevealed(_ isRevealed: Bool) {
    gtk_revealer_set_reveal_child(opaque, isRevealed ? 1 : 0)
    isReachable = isRevealed
  }
  public var isRevealed: Bool { gtk_revealer_get_child_revealed(opaque) != 0 }

  /// If false, taps go through the widget to the one below.
  public var isReachable: Bool {
    get { gtk_widget_get_can_target(pointer) != 0 }
    nonmutating set { gtk_widget_set_can_target(pointer, newValue ? 1 : 0) }
  }
  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    nonmutating set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    nonmutating set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
  }

  public var isOnScreen: Bool { gtk_widget_get_mapped(pointer) != 0 }
  /// Presses a button without an X server.
  public func press() { gtk_widget_activate(pointer) }

  // MARK: - Appearance

  @discardableResult public func styled(_ names: String...) -> Widget {
    for name in names { gtk_widget_add_css_class(pointer, name) }
    return self
  }
  public func setStyle(_ name: String, _ isStyled: Bool) {
    if isStyled { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
  }
  @discardableResult public func sized(width: Int = -1, height: Int = -1) -> Widget {
    gtk_widget_set_size_request(pointer, Int32(width), Int32(height))
    return self
  }
  @discardableResult public func filling(across: Bool = true, down: Bool = true) -> Widget {
    gtk_widget_set_hexpand(pointer, across ? 1 : 0)
    gtk_widget_set_vexpand(pointer, down ? 1 : 0)
    return self
  }
  @discardableResult public func margins(_ margin: Int) -> Widget {
    gtk_widget_set_margin_start(pointer, Int32(margin))
    gtk_widget_set_margin_end(pointer, Int32(margin))
    gtk_widget_set_margin_top(pointer, Int32(margin))
    gtk_widget_set_margin_bottom(pointer, Int32(margin))
    return self
  }
  @discardableResult public func clipped() -> Widget {
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    return self
  }
  public enum Place: Sendable {
    case start, middle, end, filling

    var align: GtkAlign {
      switch self {
      case .start: GTK_ALIGN_START
      case .middle: GTK_ALIGN_CENTER
      case .end: GTK_ALIGN_END
      case .filling: GTK_ALIGN_FILL
      }
    }
  }
  /// Sets the alignment within the parent.
  @discardableResult public func placed(across: Place = .middle, down: Place = .middle) -> Widget {
    gtk_widget_set_halign(pointer, across.align)
    gtk_widget_set_valign(pointer, down.align)
    return self
  }
  /// Centres the lines of a label.
  @discardableResult public func centred() -> Widget {
    gtk_label_set_xalign(opaque, 0.5)
    gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
    return self
  }
  /// Puts a label on one line.
  /// - Parameter isCut: If true, a text that is too long ends in "…". If false, the label grows.
  @discardableResult public func inOneLine(isCut: Bool = false) -> Widget {
    gtk_label_set_wrap(opaque, 0)
    gtk_label_set_ellipsize(opaque, isCut ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    return self
  }

  /// Scrolls the widget into view.
  public func bringIntoView() { gtk_widget_grab_focus(pointer) }
  public func scrollToStart() {
    gtk_scrolled_window_get_vadjustment(opaque).map { gtk_adjustment_set_value($0, 0) }
  }
  /// Scrolls to the end. Call it when the content has its size.
  public func scrollToEnd() {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
  }

  // MARK: - Pictures and taps

  /// Writes the widget's picture as PNG.
  /// - Returns: False if there was nothing to draw.
  public func writePicture(to path: String) -> Bool { phone_picture(pointer, path) != 0 }

  /// The position in the window. Nil if the widget is in no window.
  public var origin: (x: Double, y: Double)? {
    guard let root = gtk_widget_get_root(pointer) else { return nil }
    var (x, y) = (0.0, 0.0)
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_translate_coordinates(pointer, window, 0, 0, &x, &y) != 0 else { return nil }
    return (x, y)
  }

  /// Taps by the X server, in the widget's own coordinates. Pages cannot tell it from a person's tap.
  /// - Returns: False without an X server, or if the point is not on the screen.
  public func tap(x: Double, y: Double) -> Bool {
    guard let root = gtk_widget_get_root(pointer) else { return false }
    var left = 0.0
    var top = 0.0
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_translate_coordinates(pointer, window, x, y, &left, &top) != 0 else { return false }
    var offsetX = 0.0
    var offsetY = 0.0
    gtk_native_get_surface_transform(root, &offsetX, &offsetY)
    return phone_x_tap(window, left + offsetX, top + offsetY) != 0
  }

  public var size: (width: Int, height: Int) {
    (Int(gtk_widget_get_width(pointer)), Int(gtk_widget_get_height(pointer)))
  }

  /// Taps the middle.
  public func tap() -> Bool {
    tap(x: Double(size.width) / 2, y: Double(size.height) / 2)
  }
}
