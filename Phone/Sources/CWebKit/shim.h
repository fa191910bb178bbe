// What Swift cannot say to GTK by itself: casts, signals, variadic functions, and the X server's test extension.
#pragma once

#include <X11/Xlib.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <gdk/x11/gdkx.h>
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <libsoup/soup.h>
#include <pango/pangocairo.h>
#include <unistd.h>
#include <webkit/webkit.h>

static inline gulong phone_connect(gpointer object, const char *signal, GCallback handler, gpointer data) {
  return g_signal_connect_data(object, signal, handler, data, NULL, (GConnectFlags)0);
}

static inline WebKitWebView *phone_web_view_new(WebKitNetworkSession *session, WebKitUserContentManager *content,
                                                WebKitSettings *settings) {
  return (WebKitWebView *)g_object_new(WEBKIT_TYPE_WEB_VIEW, "network-session", session, "user-content-manager",
                                       content, "settings", settings, NULL);
}

// A view for a window that a page opens: of the same session and web process, as WebKit requires.
static inline WebKitWebView *phone_window_new(WebKitWebView *opener, WebKitUserContentManager *content,
                                              WebKitSettings *settings) {
  return (WebKitWebView *)g_object_new(WEBKIT_TYPE_WEB_VIEW, "related-view", opener, "user-content-manager", content,
                                       "settings", settings, NULL);
}

static inline void phone_set_dark(gboolean dark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", dark, NULL);
}

// Whether a family of fonts is installed.
static inline gboolean phone_has_font(const char *family) {
  return pango_font_map_get_family(pango_cairo_font_map_get_default(), family) != NULL;
}

static inline void phone_set_font(const char *family) {
  char *name = g_strdup_printf("%s 11", family);
  g_object_set(gtk_settings_get_default(), "gtk-font-name", name, NULL);
  g_free(name);
}

// What a screen reader says instead of a drawn sign.
static inline void phone_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static inline void phone_text_colour(GtkWidget *widget, GdkRGBA *colour) {
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), colour);
}

// libdispatch's main queue, as CFRunLoop pumps it: a descriptor that becomes readable, and the call that runs the work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

// A tap by the X server itself, so that GTK and WebKit cannot tell it from a finger's. Screen coordinates.
static inline gboolean phone_x_tap(GtkWidget *window, double x, double y) {
  GdkSurface *surface = gtk_native_get_surface(gtk_widget_get_native(window));
  if (surface == NULL || !GDK_IS_X11_SURFACE(surface)) return FALSE;
  Display *display = gdk_x11_display_get_xdisplay(gtk_widget_get_display(window));
  static void *library = NULL;
  if (library == NULL) library = dlopen("libXtst.so.6", RTLD_NOW);
  if (library == NULL) return FALSE;
  int (*motion)(Display *, int, int, int, unsigned long) =
      (int (*)(Display *, int, int, int, unsigned long))dlsym(library, "XTestFakeMotionEvent");
  int (*button)(Display *, unsigned, int, unsigned long) =
      (int (*)(Display *, unsigned, int, unsigned long))dlsym(library, "XTestFakeButtonEvent");
  if (motion == NULL || button == NULL) return FALSE;
  int left = 0, top = 0;
  Window child;
  double scale = gdk_surface_get_scale_factor(surface);
  XTranslateCoordinates(display, gdk_x11_surface_get_xid(surface), DefaultRootWindow(display), (int)(x * scale),
                        (int)(y * scale), &left, &top, &child);
  motion(display, -1, left, top, 0);
  button(display, 1, True, 20);
  button(display, 1, False, 60);
  XFlush(display);
  return TRUE;
}

// The picture of a widget as it stands on the screen, in the screen's own resolution, written as PNG.
static inline gboolean phone_picture(GtkWidget *widget, const char *path) {
  GtkNative *native = gtk_widget_get_native(widget);
  GskRenderer *renderer = native == NULL ? NULL : gtk_native_get_renderer(native);
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (renderer == NULL || width == 0 || height == 0) return FALSE;
  GdkPaintable *paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  int scale = gtk_widget_get_scale_factor(widget);
  gtk_snapshot_scale(snapshot, scale, scale);
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_object_unref(paintable);
  if (node == NULL) return FALSE;
  GdkTexture *texture = gsk_renderer_render_texture(renderer, node, NULL);
  gsk_render_node_unref(node);
  gboolean saved = gdk_texture_save_to_png(texture, path);
  g_object_unref(texture);
  return saved;
}
