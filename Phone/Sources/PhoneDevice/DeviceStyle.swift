/// The style of the phone and its native screens: iOS's text sizes and distances, and the colours of the shop's pages.
enum DeviceStyle {
  /// In GTK's CSS.
  static func css(isDark: Bool) -> String { (isDark ? dark : light) + rules }

  private static let light = """
    @define-color page #f7f6f3; @define-color surface #ffffff; @define-color sunken #efede8;
    @define-color ink #1d2327; @define-color soft #5a636a; @define-color line #dedbd4;
    @define-color accent #13526b; @define-color on_accent #ffffff; @define-color info #e6f1f5;
    @define-color info_ink #0d4358; @define-color warn #fdf1d8; @define-color warn_ink #6a4300;
    @define-color good #1c6b45; @define-color good_back #dff0e6; @define-color sky_top #2f7f9b;
    @define-color sky_bottom #0d3d51;

    """

  private static let dark = """
    @define-color page #121619; @define-color surface #1a2024; @define-color sunken #222a2f;
    @define-color ink #ebe9e4; @define-color soft #a5adb2; @define-color line #313a40;
    @define-color accent #8fcbe2; @define-color on_accent #08222d; @define-color info #16303b;
    @define-color info_ink #b9e0ee; @define-color warn #3a2d10; @define-color warn_ink #f6d58c;
    @define-color good #7fd0a4; @define-color good_back #17342a; @define-color sky_top #1b4b5e;
    @define-color sky_bottom #071a22;

    """

  private static let rules = """
    .heading { font-weight: bold; margin-top: 8px; }
    .act { opacity: .7; } .link { font-weight: bold; color: #3584e4; } .trouble { color: #e01b24; }

    .phone { background: #0a0b0c; border: 3px solid #55585c; border-radius: 62px; padding: 11px; }
    .left-edge > *, .right-edge > * { background: #3d4043; min-width: 3px; }
    .left-edge > * { border-radius: 2px 0 0 2px; }
    .right-edge > * { border-radius: 0 2px 2px 0; }
    .switch { min-height: 28px; margin-top: 138px; }
    .key { min-height: 56px; margin-top: 22px; }
    .side-key { min-height: 92px; margin-top: 206px; }
    .glass { border-radius: 48px; background: @page; color: @ink; font-size: 17px; }

    .glass button, .glass button:hover, .glass button:active {
      background: none; border: none; box-shadow: none; outline: none; padding: 0; min-width: 0; min-height: 0;
      color: @accent; font-weight: 400;
    }
    .glass button:active { opacity: .5; }
    .glass button:disabled { opacity: .4; }

    .status-bar { min-height: 54px; padding-right: 30px; color: @ink; }
    .status-bar .time { font-weight: 700; }
    .status-bar .network { font-size: 15px; font-weight: 700; }
    .status-bar .battery { margin-left: 6px; }
    .status-bar .off { opacity: .25; }
    .status-bar.light { color: #ffffff; }
    .camera { background: #000000; border-radius: 18px; min-width: 122px; min-height: 35px; margin-top: 11px; }
    .home-indicator {
      background: @ink; border-radius: 3px; min-width: 139px; min-height: 5px; margin-bottom: 8px;
    }
    .home-indicator.light { background: #ffffff; }

    .base { background: @page; padding-top: 54px; }
    .base.home { background: linear-gradient(@sky_top, @sky_bottom); }
    .icons { padding: 34px 28px; }
    .glass .icon { background: linear-gradient(#ffffff, #dfeaee); border-radius: 15px; padding: 12px 18px; }
    .icon-tablet { background: #2b3238; border-radius: 4px; padding: 4px 3px; }
    .icon-screen { background: linear-gradient(#cfe6ec 55%, #1f6f8b 55%); border-radius: 1px; min-width: 22px; min-height: 32px; }
    .icon-name { color: #ffffff; font-size: 12px; }
    .thief { background: #20090b; color: #ffffff; }
    .thief-screen { padding: 54px 16px 34px 16px; }

    .dimmer { transition: background-color .2s; }
    .dimmer.on { background: alpha(#000000, .55); }
    .browser { background: @surface; color: @ink; }
    .secure { border-radius: 12px 12px 0 0; }
    .grabber { background: alpha(@soft, .5); border-radius: 3px; min-width: 36px; min-height: 5px; margin: 5px 20px 3px 20px; }
    .top-bar { padding: 0 16px; min-height: 42px; border-bottom: 1px solid @line; }
    .top-bar label { font-size: 15px; }
    .glass .done, .glass .done label { font-size: 17px; font-weight: 700; }
    .bottom-bar { border-top: 1px solid @line; padding: 9px 16px 33px 16px; }
    .safari { padding-top: 35px; }
    .glass .crumb { min-height: 19px; padding-left: 26px; color: @ink; font-size: 11px; }
    .address-field { background: @sunken; border-radius: 12px; min-height: 46px; padding: 0 8px; }
    .address-field label { font-size: 16px; }

    .question { background: @surface; border-radius: 14px; }
    .question-text { font-weight: 700; padding: 20px 16px; }
    .answers { border-top: 1px solid @line; }
    .glass .answers button { min-height: 44px; }
    .glass .answers .second { border-left: 1px solid @line; font-weight: 700; border-radius: 0; }

    .large-title { font-size: 34px; font-weight: 700; }
    .title { font-size: 22px; font-weight: 700; }
    .headline { font-weight: 700; }
    .subhead { font-size: 15px; }
    .footnote { font-size: 13px; }
    .soft { color: @soft; }
    .content { padding: 6px 16px 44px 16px; }
    .content > .large-title { margin-bottom: 4px; }
    .content > .advice { margin-bottom: 6px; }
    .message { padding: 0 12px 12px 12px; }
    .card-title { color: @soft; font-size: 13px; margin: 16px 16px 6px 16px; }
    .card-note { color: @soft; font-size: 13px; margin: 7px 16px 0 16px; }
    .card { background: @surface; border-radius: 12px; }
    .card.spaced { margin-top: 16px; }
    .row { margin-left: 16px; padding: 10px 16px 10px 0; min-height: 24px; }
    .row + .row, .glass button.row + .row, .glass .row + button.row { border-top: 1px solid @line; border-radius: 0; }
    .glass button.row { padding: 10px 16px 10px 0; margin-left: 16px; min-height: 24px; }
    .chevron { color: alpha(@soft, .7); }
    .banner { background: @info; color: @info_ink; border-radius: 12px; padding: 12px 16px; margin-top: 12px; }
    .banner.attention { background: @warn; color: @warn_ink; }
    .figure { background: @sunken; border-radius: 10px; padding: 9px 12px; }
    .tablet { background: #2b3238; border: 1px solid #59656e; border-radius: 5px; padding: 4px 3px; }
    .tablet-screen { background: linear-gradient(#cfe6ec 54%, #1f6f8b 54%); min-width: 28px; min-height: 43px; }
    .seal { border-radius: 36px; padding: 18px; background: @info; color: @info_ink; }
    .seal.success { background: @good_back; color: @good; }
    .seal.attention { background: @warn; color: @warn_ink; }
    .busy { color: @soft; animation: turn 1s steps(8) infinite; }
    @keyframes turn { to { transform: rotate(360deg); } }
    .foot { background: @surface; border-top: 1px solid @line; padding: 12px 16px 34px 16px; }
    .glass .foot button { min-height: 44px; }
    .glass .foot button.prominent {
      min-height: 50px; border-radius: 12px; background: @accent; color: @on_accent; font-weight: 700;
    }

    """
}
