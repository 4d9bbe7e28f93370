//! The names of the standard: elements and attributes, their numbers and what they are.
//!
//! The numbers of elements are the `tag` column and never change: new names go to the end of their
//! list before a release, and after one to the end of all. `TEXT` is 0.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What an element of the HTML namespace is; bits of [`flags`].
pub(crate) mod kind {
    /// Block-level by the standard's default display.
    pub(crate) const BLOCK: u16 = 1;
    /// Has no content and no end tag.
    pub(crate) const VOID: u16 = 1 << 1;
    /// In the standard's *special* category.
    pub(crate) const SPECIAL: u16 = 1 << 2;
    /// In the standard's *formatting* category.
    pub(crate) const FORMATTING: u16 = 1 << 3;
    /// Its start tag closes a `p`, and nothing more is to be said of it.
    pub(crate) const CLOSES_P: u16 = 1 << 4;
    /// h1 to h6.
    pub(crate) const HEADING: u16 = 1 << 5;
    /// Its end tag may be implied.
    pub(crate) const IMPLIED_END: u16 = 1 << 6;
    /// Ends the search for an element in scope.
    pub(crate) const SCOPE: u16 = 1 << 7;
    /// Head and metadata.
    pub(crate) const METADATA: u16 = 1 << 8;
    /// Script and style.
    pub(crate) const SCRIPT: u16 = 1 << 9;
    /// `noscript`.
    pub(crate) const NOSCRIPT: u16 = 1 << 10;
    /// A form control.
    pub(crate) const CONTROL: u16 = 1 << 11;
    /// Its content is shown only where the element itself is not supported.
    pub(crate) const FALLBACK: u16 = 1 << 12;
}
use kind::{
    BLOCK, CLOSES_P, CONTROL, FALLBACK, FORMATTING, HEADING, IMPLIED_END, METADATA, NOSCRIPT,
    SCOPE, SCRIPT, SPECIAL, VOID,
};

/// A list of names with constants for their numbers.
macro_rules! numbered {
    ($first:expr; $array:ident; $($id:ident $name:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum Number { $($id),* }
        $(pub const $id: u16 = Number::$id as u16 + $first;)*
        pub(crate) static $array: &[&str] = &[$($name),*];
    };
}

/// Elements of the HTML namespace; `tag::P` is the number of `p`.
pub mod tag {
    /// The name of an HTML element.
    pub(crate) fn name(tag: u16) -> &'static str {
        NAMES.get(tag as usize).copied().unwrap_or_default()
    }

    numbered! { 0; NAMES;
        TEXT "#text",
        HTML "html",
        HEAD "head",
        TITLE "title",
        BASE "base",
        BASEFONT "basefont",
        BGSOUND "bgsound",
        LINK "link",
        META "meta",
        STYLE "style",
        SCRIPT "script",
        NOSCRIPT "noscript",
        TEMPLATE "template",
        BODY "body",
        FRAMESET "frameset",
        FRAME "frame",
        NOFRAMES "noframes",
        SECTION "section",
        NAV "nav",
        ARTICLE "article",
        ASIDE "aside",
        H1 "h1",
        H2 "h2",
        H3 "h3",
        H4 "h4",
        H5 "h5",
        H6 "h6",
        HGROUP "hgroup",
        HEADER "header",
        FOOTER "footer",
        ADDRESS "address",
        MAIN "main",
        SEARCH "search",
        DIV "div",
        CENTER "center",
        P "p",
        PRE "pre",
        LISTING "listing",
        XMP "xmp",
        PLAINTEXT "plaintext",
        BLOCKQUOTE "blockquote",
        OL "ol",
        UL "ul",
        MENU "menu",
        DIR "dir",
        LI "li",
        DL "dl",
        DT "dt",
        DD "dd",
        FIGURE "figure",
        FIGCAPTION "figcaption",
        HR "hr",
        DETAILS "details",
        SUMMARY "summary",
        DIALOG "dialog",
        FIELDSET "fieldset",
        LEGEND "legend",
        FORM "form",
        TABLE "table",
        CAPTION "caption",
        COLGROUP "colgroup",
        COL "col",
        TBODY "tbody",
        THEAD "thead",
        TFOOT "tfoot",
        TR "tr",
        TD "td",
        TH "th",
        A "a",
        B "b",
        BIG "big",
        CODE "code",
        EM "em",
        FONT "font",
        I "i",
        NOBR "nobr",
        S "s",
        SMALL "small",
        STRIKE "strike",
        STRONG "strong",
        TT "tt",
        U "u",
        ABBR "abbr",
        ACRONYM "acronym",
        BDI "bdi",
        BDO "bdo",
        CITE "cite",
        DATA "data",
        DEL "del",
        DFN "dfn",
        INS "ins",
        KBD "kbd",
        LABEL "label",
        MAP "map",
        MARK "mark",
        METER "meter",
        OUTPUT "output",
        PROGRESS "progress",
        Q "q",
        SAMP "samp",
        SPAN "span",
        SUB "sub",
        SUP "sup",
        TIME "time",
        VAR "var",
        RUBY "ruby",
        RB "rb",
        RT "rt",
        RTC "rtc",
        RP "rp",
        BR "br",
        WBR "wbr",
        IMG "img",
        AREA "area",
        EMBED "embed",
        SOURCE "source",
        TRACK "track",
        PARAM "param",
        KEYGEN "keygen",
        IMAGE "image",
        PICTURE "picture",
        AUDIO "audio",
        VIDEO "video",
        CANVAS "canvas",
        IFRAME "iframe",
        OBJECT "object",
        APPLET "applet",
        MARQUEE "marquee",
        NOEMBED "noembed",
        BUTTON "button",
        INPUT "input",
        SELECT "select",
        TEXTAREA "textarea",
        OPTION "option",
        OPTGROUP "optgroup",
        DATALIST "datalist",
        SELECTEDCONTENT "selectedcontent",
        SLOT "slot",
        PORTAL "portal",
        MULTICOL "multicol",
        BLINK "blink",
        SPACER "spacer",
        ISINDEX "isindex",
    }
}

/// One past the last number of an HTML element.
pub const HTML_END: u16 = 143;

/// Elements of SVG, numbered after HTML's, with the capitals the standard gives them.
pub mod svg {
    numbered! { super::HTML_END; NAMES;
        A "a",
        ANIMATE "animate",
        ANIMATE_MOTION "animateMotion",
        ANIMATE_TRANSFORM "animateTransform",
        CIRCLE "circle",
        CLIP_PATH "clipPath",
        DEFS "defs",
        DESC "desc",
        ELLIPSE "ellipse",
        FE_BLEND "feBlend",
        FE_COLOR_MATRIX "feColorMatrix",
        FE_COMPONENT_TRANSFER "feComponentTransfer",
        FE_COMPOSITE "feComposite",
        FE_CONVOLVE_MATRIX "feConvolveMatrix",
        FE_DIFFUSE_LIGHTING "feDiffuseLighting",
        FE_DISPLACEMENT_MAP "feDisplacementMap",
        FE_DISTANT_LIGHT "feDistantLight",
        FE_DROP_SHADOW "feDropShadow",
        FE_FLOOD "feFlood",
        FE_FUNC_A "feFuncA",
        FE_FUNC_B "feFuncB",
        FE_FUNC_G "feFuncG",
        FE_FUNC_R "feFuncR",
        FE_GAUSSIAN_BLUR "feGaussianBlur",
        FE_IMAGE "feImage",
        FE_MERGE "feMerge",
        FE_MERGE_NODE "feMergeNode",
        FE_MORPHOLOGY "feMorphology",
        FE_OFFSET "feOffset",
        FE_POINT_LIGHT "fePointLight",
        FE_SPECULAR_LIGHTING "feSpecularLighting",
        FE_SPOT_LIGHT "feSpotLight",
        FE_TILE "feTile",
        FE_TURBULENCE "feTurbulence",
        FILTER "filter",
        FOREIGN_OBJECT "foreignObject",
        G "g",
        IMAGE "image",
        LINE "line",
        LINEAR_GRADIENT "linearGradient",
        MARKER "marker",
        MASK "mask",
        METADATA "metadata",
        MPATH "mpath",
        PATH "path",
        PATTERN "pattern",
        POLYGON "polygon",
        POLYLINE "polyline",
        RADIAL_GRADIENT "radialGradient",
        RECT "rect",
        SCRIPT "script",
        SET "set",
        STOP "stop",
        STYLE "style",
        SVG "svg",
        SWITCH "switch",
        SYMBOL "symbol",
        TEXT "text",
        TEXT_PATH "textPath",
        TITLE "title",
        TSPAN "tspan",
        USE "use",
        VIEW "view",
        ALT_GLYPH "altGlyph",
        ALT_GLYPH_DEF "altGlyphDef",
        ALT_GLYPH_ITEM "altGlyphItem",
        ANIMATE_COLOR "animateColor",
        GLYPH_REF "glyphRef",
        GLYPH "glyph",
        FONT "font",
        HKERN "hkern",
        VKERN "vkern",
    }
}

/// Elements of MathML, numbered after SVG's.
pub mod math {
    numbered! { super::HTML_END + 72; NAMES;
        ANNOTATION "annotation",
        ANNOTATION_XML "annotation-xml",
        MACTION "maction",
        MALIGNGROUP "maligngroup",
        MALIGNMARK "malignmark",
        MATH "math",
        MENCLOSE "menclose",
        MERROR "merror",
        MFENCED "mfenced",
        MFRAC "mfrac",
        MGLYPH "mglyph",
        MI "mi",
        MLABELEDTR "mlabeledtr",
        MLONGDIV "mlongdiv",
        MMULTISCRIPTS "mmultiscripts",
        MN "mn",
        MO "mo",
        MOVER "mover",
        MPADDED "mpadded",
        MPHANTOM "mphantom",
        MPRESCRIPTS "mprescripts",
        MROOT "mroot",
        MROW "mrow",
        MS "ms",
        MSCARRIES "mscarries",
        MSCARRY "mscarry",
        MSGROUP "msgroup",
        MSLINE "msline",
        MSPACE "mspace",
        MSQRT "msqrt",
        MSROW "msrow",
        MSTACK "mstack",
        MSTYLE "mstyle",
        MSUB "msub",
        MSUBSUP "msubsup",
        MSUP "msup",
        MTABLE "mtable",
        MTD "mtd",
        MTEXT "mtext",
        MTR "mtr",
        MUNDER "munder",
        MUNDEROVER "munderover",
        NONE "none",
        SEMANTICS "semantics",
    }
}

/// One past the last number that is the same in every page.
pub const STANDARD_END: u16 = HTML_END + 116;

/// Attributes the parser asks for by number; the others in [`ATTRIBUTES`] are there for speed.
pub mod attr {
    numbered! { 0; NAMES;
        CLASS "class",
        ID "id",
        HREF "href",
        SRC "src",
        STYLE "style",
        TYPE "type",
        NAME "name",
        CONTENT "content",
        REL "rel",
        TITLE "title",
        ALT "alt",
        WIDTH "width",
        HEIGHT "height",
        TARGET "target",
        VALUE "value",
        HIDDEN "hidden",
        OPEN "open",
        SHADOWROOTMODE "shadowrootmode",
        ENCODING "encoding",
        COLOR "color",
        FACE "face",
        SIZE "size",
        LANG "lang",
        DIR "dir",
        ROLE "role",
        PROPERTY "property",
        ITEMPROP "itemprop",
        ITEMSCOPE "itemscope",
        ITEMTYPE "itemtype",
        CHARSET "charset",
        HTTP_EQUIV "http-equiv",
        MEDIA "media",
        ASYNC "async",
        DEFER "defer",
        SRCSET "srcset",
        SIZES "sizes",
        LOADING "loading",
        DECODING "decoding",
        CROSSORIGIN "crossorigin",
        INTEGRITY "integrity",
        NONCE "nonce",
        ACTION "action",
        METHOD "method",
        FOR "for",
        PLACEHOLDER "placeholder",
        AUTOCOMPLETE "autocomplete",
        CHECKED "checked",
        SELECTED "selected",
        DISABLED "disabled",
        REQUIRED "required",
        READONLY "readonly",
        MAXLENGTH "maxlength",
        TABINDEX "tabindex",
        ONCLICK "onclick",
        ONLOAD "onload",
        COLSPAN "colspan",
        ROWSPAN "rowspan",
        ALIGN "align",
        VALIGN "valign",
        BGCOLOR "bgcolor",
        BORDER "border",
        CELLPADDING "cellpadding",
        CELLSPACING "cellspacing",
        START "start",
        REVERSED "reversed",
        DATETIME "datetime",
        CITE "cite",
        ARIA_LABEL "aria-label",
        ARIA_HIDDEN "aria-hidden",
        ARIA_LABELLEDBY "aria-labelledby",
        ARIA_DESCRIBEDBY "aria-describedby",
        ARIA_CONTROLS "aria-controls",
        ARIA_EXPANDED "aria-expanded",
        ARIA_HASPOPUP "aria-haspopup",
        ARIA_CURRENT "aria-current",
        ARIA_SELECTED "aria-selected",
        ARIA_LIVE "aria-live",
        DATA_ID "data-id",
        DATA_SRC "data-src",
        DATA_SRCSET "data-srcset",
        DATA_TYPE "data-type",
        DATA_URL "data-url",
        DATA_TITLE "data-title",
        DATA_NAME "data-name",
        DATA_VALUE "data-value",
        DATA_INDEX "data-index",
        DATA_TOGGLE "data-toggle",
        DATA_TARGET "data-target",
        DATA_TESTID "data-testid",
        DATA_TEST "data-test",
        DATA_REACTID "data-reactid",
        DATA_ACTION "data-action",
        DATA_ELEMENT_TYPE "data-element_type",
        DATA_SETTINGS "data-settings",
        DATA_WIDGET_TYPE "data-widget_type",
        DATA_MODULE "data-module",
        DATA_COMPONENT "data-component",
        DATA_TRACK "data-track",
        DATA_HREF "data-href",
        DATA_V "data-v",
        DATA_CONTENT "data-content",
        DATA_LAZY_SRC "data-lazy-src",
        DATA_ORIGINAL "data-original",
        DATA_SIZES "data-sizes",
        FILL "fill",
        STROKE "stroke",
        D "d",
        VIEWBOX "viewbox",
        XMLNS "xmlns",
        XMLNS_XLINK "xmlns:xlink",
        XLINK_HREF "xlink:href",
        FILL_RULE "fill-rule",
        CLIP_RULE "clip-rule",
        STROKE_WIDTH "stroke-width",
        STROKE_LINECAP "stroke-linecap",
        STROKE_LINEJOIN "stroke-linejoin",
        TRANSFORM "transform",
        X "x",
        Y "y",
        X1 "x1",
        X2 "x2",
        Y1 "y1",
        Y2 "y2",
        CX "cx",
        CY "cy",
        R "r",
        RX "rx",
        RY "ry",
        POINTS "points",
        VERSION "version",
        FOCUSABLE "focusable",
        OPACITY "opacity",
        CLIP_PATH "clip-path",
        MASK "mask",
        FILTER "filter",
        OFFSET "offset",
        STOP_COLOR "stop-color",
        GRADIENTUNITS "gradientunits",
        PRESERVEASPECTRATIO "preserveaspectratio",
        SRCDOC "srcdoc",
        ALLOW "allow",
        ALLOWFULLSCREEN "allowfullscreen",
        FRAMEBORDER "frameborder",
        SCROLLING "scrolling",
        FETCHPRIORITY "fetchpriority",
        REFERRERPOLICY "referrerpolicy",
        AS "as",
        ITEMID "itemid",
        REV "rev",
        DOWNLOAD "download",
        HREFLANG "hreflang",
        USEMAP "usemap",
        LABEL "label",
        COORDS "coords",
        SHAPE "shape",
        ABBR "abbr",
        SCOPE "scope",
        HEADERS "headers",
        AXIS "axis",
        SPAN "span",
        MULTIPLE "multiple",
        MIN "min",
        MAX "max",
        STEP "step",
        PATTERN "pattern",
        ACCEPT "accept",
        ENCTYPE "enctype",
        NOVALIDATE "novalidate",
        AUTOFOCUS "autofocus",
        CONTENTEDITABLE "contenteditable",
        DRAGGABLE "draggable",
        SPELLCHECK "spellcheck",
        TRANSLATE "translate",
        CONTROLS "controls",
        AUTOPLAY "autoplay",
        LOOP "loop",
        MUTED "muted",
        PLAYSINLINE "playsinline",
        POSTER "poster",
        PRELOAD "preload",
        KIND "kind",
        IS "is",
        SLOT "slot",
        PART "part",
        ACCESSKEY "accesskey",
        DROPZONE "dropzone",
        INERT "inert",
        POPOVER "popover",
    }
}

/// The [`kind`] bits of an element of the HTML namespace; 0 for any other number.
pub(crate) fn flags(tag: u16) -> u16 {
    FLAGS.get(tag as usize).copied().unwrap_or(0)
}

static FLAGS: [u16; HTML_END as usize] = [
    0,                                        // #text
    BLOCK | SPECIAL | SCOPE,                  // html
    BLOCK | SPECIAL | METADATA,               // head
    BLOCK | SPECIAL | METADATA,               // title
    VOID | SPECIAL | METADATA,                // base
    VOID | SPECIAL | METADATA,                // basefont
    VOID | SPECIAL | METADATA,                // bgsound
    VOID | SPECIAL | METADATA,                // link
    VOID | SPECIAL | METADATA,                // meta
    SPECIAL | SCRIPT,                         // style
    SPECIAL | SCRIPT,                         // script
    SPECIAL | NOSCRIPT,                       // noscript
    SPECIAL | SCOPE,                          // template
    BLOCK | SPECIAL,                          // body
    BLOCK | SPECIAL,                          // frameset
    BLOCK | VOID | SPECIAL,                   // frame
    BLOCK | SPECIAL | FALLBACK,               // noframes
    BLOCK | SPECIAL | CLOSES_P,               // section
    BLOCK | SPECIAL | CLOSES_P,               // nav
    BLOCK | SPECIAL | CLOSES_P,               // article
    BLOCK | SPECIAL | CLOSES_P,               // aside
    BLOCK | SPECIAL | HEADING,                // h1
    BLOCK | SPECIAL | HEADING,                // h2
    BLOCK | SPECIAL | HEADING,                // h3
    BLOCK | SPECIAL | HEADING,                // h4
    BLOCK | SPECIAL | HEADING,                // h5
    BLOCK | SPECIAL | HEADING,                // h6
    BLOCK | SPECIAL | CLOSES_P,               // hgroup
    BLOCK | SPECIAL | CLOSES_P,               // header
    BLOCK | SPECIAL | CLOSES_P,               // footer
    BLOCK | SPECIAL | CLOSES_P,               // address
    BLOCK | SPECIAL | CLOSES_P,               // main
    BLOCK | SPECIAL | CLOSES_P,               // search
    BLOCK | SPECIAL | CLOSES_P,               // div
    BLOCK | SPECIAL | CLOSES_P,               // center
    BLOCK | SPECIAL | CLOSES_P | IMPLIED_END, // p
    BLOCK | SPECIAL,                          // pre
    BLOCK | SPECIAL,                          // listing
    BLOCK | SPECIAL,                          // xmp
    BLOCK | SPECIAL,                          // plaintext
    BLOCK | SPECIAL | CLOSES_P,               // blockquote
    BLOCK | SPECIAL | CLOSES_P,               // ol
    BLOCK | SPECIAL | CLOSES_P,               // ul
    BLOCK | SPECIAL | CLOSES_P,               // menu
    BLOCK | SPECIAL | CLOSES_P,               // dir
    BLOCK | SPECIAL | IMPLIED_END,            // li
    BLOCK | SPECIAL | CLOSES_P,               // dl
    BLOCK | SPECIAL | IMPLIED_END,            // dt
    BLOCK | SPECIAL | IMPLIED_END,            // dd
    BLOCK | SPECIAL | CLOSES_P,               // figure
    BLOCK | SPECIAL | CLOSES_P,               // figcaption
    BLOCK | VOID | SPECIAL,                   // hr
    BLOCK | SPECIAL | CLOSES_P,               // details
    BLOCK | SPECIAL | CLOSES_P,               // summary
    BLOCK | CLOSES_P,                         // dialog
    BLOCK | SPECIAL | CLOSES_P,               // fieldset
    BLOCK,                                    // legend
    BLOCK | SPECIAL,                          // form
    BLOCK | SPECIAL | SCOPE,                  // table
    BLOCK | SPECIAL | SCOPE,                  // caption
    BLOCK | SPECIAL,                          // colgroup
    BLOCK | VOID | SPECIAL,                   // col
    BLOCK | SPECIAL,                          // tbody
    BLOCK | SPECIAL,                          // thead
    BLOCK | SPECIAL,                          // tfoot
    BLOCK | SPECIAL,                          // tr
    BLOCK | SPECIAL | SCOPE,                  // td
    BLOCK | SPECIAL | SCOPE,                  // th
    FORMATTING,                               // a
    FORMATTING,                               // b
    FORMATTING,                               // big
    FORMATTING,                               // code
    FORMATTING,                               // em
    FORMATTING,                               // font
    FORMATTING,                               // i
    FORMATTING,                               // nobr
    FORMATTING,                               // s
    FORMATTING,                               // small
    FORMATTING,                               // strike
    FORMATTING,                               // strong
    FORMATTING,                               // tt
    FORMATTING,                               // u
    0,                                        // abbr
    0,                                        // acronym
    0,                                        // bdi
    0,                                        // bdo
    0,                                        // cite
    0,                                        // data
    0,                                        // del
    0,                                        // dfn
    0,                                        // ins
    0,                                        // kbd
    0,                                        // label
    0,                                        // map
    0,                                        // mark
    FALLBACK,                                 // meter
    0,                                        // output
    FALLBACK,                                 // progress
    0,                                        // q
    0,                                        // samp
    0,                                        // span
    0,                                        // sub
    0,                                        // sup
    0,                                        // time
    0,                                        // var
    0,                                        // ruby
    IMPLIED_END,                              // rb
    IMPLIED_END,                              // rt
    IMPLIED_END,                              // rtc
    IMPLIED_END,                              // rp
    VOID | SPECIAL,                           // br
    VOID | SPECIAL,                           // wbr
    VOID | SPECIAL,                           // img
    VOID | SPECIAL,                           // area
    VOID | SPECIAL,                           // embed
    VOID | SPECIAL,                           // source
    VOID | SPECIAL,                           // track
    VOID | SPECIAL,                           // param
    VOID | SPECIAL | CONTROL,                 // keygen
    0,                                        // image
    0,                                        // picture
    FALLBACK,                                 // audio
    FALLBACK,                                 // video
    FALLBACK,                                 // canvas
    SPECIAL | FALLBACK,                       // iframe
    SPECIAL | SCOPE | FALLBACK,               // object
    SPECIAL | SCOPE | FALLBACK,               // applet
    SPECIAL | SCOPE,                          // marquee
    SPECIAL | FALLBACK,                       // noembed
    SPECIAL | CONTROL,                        // button
    VOID | SPECIAL | CONTROL,                 // input
    SPECIAL | SCOPE | CONTROL,                // select
    SPECIAL | CONTROL,                        // textarea
    BLOCK | IMPLIED_END | CONTROL,            // option
    BLOCK | IMPLIED_END | CONTROL,            // optgroup
    CONTROL,                                  // datalist
    0,                                        // selectedcontent
    0,                                        // slot
    0,                                        // portal
    0,                                        // multicol
    0,                                        // blink
    0,                                        // spacer
    0,                                        // isindex
];

/// Names of SVG attributes that have capitals.
static SVG_ATTRIBUTES: [&str; 58] = [
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

/// The name of a standard element as the `tag` column numbers it: `p`, `svg title`, `math mi`.
pub fn standard_name(tag: u16) -> Option<String> {
    let i = tag as usize;
    let after_html = i.wrapping_sub(tag::NAMES.len());
    let after_svg = after_html.wrapping_sub(svg::NAMES.len());
    if let Some(name) = tag::NAMES.get(i) {
        Some((*name).to_owned())
    } else if let Some(name) = svg::NAMES.get(after_html) {
        Some(format!("svg {name}"))
    } else {
        math::NAMES.get(after_svg).map(|name| format!("math {name}"))
    }
}

/// How the standard writes the name of an attribute of a foreign element: `viewBox`.
pub(crate) fn adjusted_attribute(name: &str, in_svg: bool) -> &str {
    static SVG: LazyLock<HashMap<String, &str>> =
        LazyLock::new(|| SVG_ATTRIBUTES.iter().map(|name| (name.to_lowercase(), *name)).collect());
    if in_svg {
        SVG.get(name).copied().unwrap_or(name)
    } else if name == "definitionurl" {
        "definitionURL"
    } else {
        name
    }
}

/// The first 16 bytes of a name in lower case, as two numbers, and whether these are all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    head: u64,
    tail: u64,
}

impl Key {
    /// No name's key.
    const NONE: Self = Self { head: 0, tail: 0 };

    /// The key of a name of 1 to 16 bytes, none of which is NUL.
    #[inline(always)]
    pub(crate) fn of(name: &[u8]) -> Option<Self> {
        let len = name.len();
        // Reading may go over a byte twice; it lands at the same place of the number.
        let (head, tail) = if let Some(head) = name.first_chunk() {
            let last = name.last_chunk().filter(|_| len <= 16)?;
            let tail = u64::from_le_bytes(*last).checked_shr(8 * (16 - len as u32)).unwrap_or(0);
            (u64::from_le_bytes(*head), tail)
        } else if let (Some(head), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            let last = u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
            (u64::from(u32::from_le_bytes(*head)) | last, 0)
        } else {
            let byte = |at: usize| u64::from(name[at]) << (8 * at);
            (byte(0) | byte(len / 2) | byte(len - 1), 0)
        };
        Some(Self { head: lower(head), tail: if tail == 0 { 0 } else { lower(tail) } })
    }

    /// The key of the first `len` of 16 bytes, 1 to 15 of them, none of which is NUL.
    #[inline(always)]
    pub(crate) fn of_first(bytes: [u8; 16], len: usize) -> Self {
        let kept = u128::MAX >> (8 * (16 - len));
        let kept = u128::from_le_bytes(bytes) & kept;
        let (head, tail) = (kept as u64, (kept >> 64) as u64);
        Self { head: lower(head), tail: if tail == 0 { 0 } else { lower(tail) } }
    }

    #[inline]
    fn slot(&self) -> usize {
        let folded = self.head ^ self.tail.rotate_left(29);
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize % SLOTS
    }
}

/// Eight bytes with the ASCII capitals among them made small.
#[inline]
fn lower(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let low = eight & (0x7F * ONES);
    let from_a = low + (0x80 - b'A' as u64) * ONES;
    let past_z = low + (0x7F - b'Z' as u64) * ONES;
    let is_capital = (from_a ^ past_z) & !eight & (0x80 * ONES);
    eight | is_capital >> 2
}

/// The names every page starts with: a hash table over keys, made once.
pub(crate) struct Fixed {
    keys: Vec<Key>,
    numbers: Vec<u32>,
    long: HashMap<String, u32>,
    names: Vec<String>,
    count: u32,
}

const SLOTS: usize = 512;
const RECENT: usize = 64;
const NO_NUMBER: u32 = u32::MAX;

impl Fixed {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut fixed = Self {
            keys: vec![Key::NONE; SLOTS],
            numbers: vec![0; SLOTS],
            long: HashMap::new(),
            names: Vec::new(),
            count: 0,
        };
        for name in names {
            let number = fixed.count;
            fixed.count += 1;
            fixed.names.push(name.to_owned());
            let Some(key) = Key::of(name.as_bytes()) else {
                fixed.long.insert(name.to_owned(), number);
                continue;
            };
            let mut at = key.slot();
            while fixed.keys[at] != Key::NONE {
                at = (at + 1) % SLOTS;
            }
            fixed.keys[at] = key;
            fixed.numbers[at] = number;
        }
        fixed
    }

    #[inline(always)]
    fn find(&self, key: Key) -> Option<u32> {
        let mut at = key.slot();
        loop {
            match self.keys[at] {
                known if known == key => return Some(self.numbers[at]),
                Key::NONE => return None,
                _ => at = (at + 1) % SLOTS,
            }
        }
    }
}

/// Lower-cased local names of elements: HTML's keep their `tag` numbers, then those that only SVG
/// or MathML have.
pub(crate) struct Locals {
    pub(crate) fixed: Fixed,
    svg: HashMap<u32, u16>,
    math: HashMap<u32, u16>,
}

pub(crate) static LOCALS: LazyLock<Locals> = LazyLock::new(|| {
    let foreign: Vec<String> =
        svg::NAMES.iter().chain(math::NAMES).map(|name| name.to_lowercase()).collect();
    let mut all: Vec<&str> = tag::NAMES.to_vec();
    for name in &foreign {
        if !all.contains(&name.as_str()) {
            all.push(name);
        }
    }
    let number = |name: &str| all.iter().position(|known| *known == name).map(|i| i as u32);
    let numbers = |names: &[&str], first: u16| {
        let lowered = names.iter().map(|name| name.to_lowercase());
        lowered.zip(first..).filter_map(|(name, tag)| Some((number(&name)?, tag))).collect()
    };
    Locals {
        svg: numbers(svg::NAMES, HTML_END),
        math: numbers(math::NAMES, HTML_END + svg::NAMES.len() as u16),
        fixed: Fixed::new(all.into_iter()),
    }
});

impl Locals {
    /// The standard's SVG element of a local name.
    pub(crate) fn svg(&self, local: u32) -> Option<u16> {
        self.svg.get(&local).copied()
    }

    /// The standard's MathML element of a local name.
    pub(crate) fn math(&self, local: u32) -> Option<u16> {
        self.math.get(&local).copied()
    }
}

pub(crate) static ATTRIBUTES: LazyLock<Fixed> =
    LazyLock::new(|| Fixed::new(attr::NAMES.iter().copied()));

/// The number of a lower-cased name among the fixed ones.
pub(crate) fn find_name(fixed: &Fixed, name: &str) -> Option<u32> {
    match Key::of(name.as_bytes()) {
        Some(key) => fixed.find(key),
        None => fixed.long.get(name).copied(),
    }
}

/// Numbers for the names of one page: the fixed ones, then others as they come.
///
/// The maps hash with keys of their own per process, so that a page cannot be written to make them
/// slow; the numbers depend on the page alone.
pub(crate) struct Interner {
    fixed: &'static Fixed,
    /// Short names seen lately, by slot: most names of a page come again and again.
    recent: Vec<(Key, u32)>,
    /// The same for long names.
    recent_long: Vec<u32>,
    short: HashMap<Key, u32>,
    long: HashMap<String, u32>,
    pub(crate) others: Vec<String>,
}

impl Interner {
    pub(crate) fn new(fixed: &'static Fixed) -> Self {
        Self {
            fixed,
            recent: vec![(Key::NONE, 0); RECENT],
            recent_long: vec![NO_NUMBER; RECENT],
            short: HashMap::new(),
            long: HashMap::new(),
            others: Vec::new(),
        }
    }

    /// One past the largest number in use.
    pub(crate) fn len(&self) -> usize {
        self.fixed.count as usize + self.others.len()
    }

    /// The name of a number.
    pub(crate) fn name(&self, number: u32) -> &str {
        match (number as usize).checked_sub(self.fixed.count as usize) {
            Some(own) => &self.others[own],
            None => &self.fixed.names[number as usize],
        }
    }

    /// The number of a short name, by its key.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, key: Key, raw: &[u8]) -> u32 {
        self.fixed.find(key).unwrap_or_else(|| self.number_of_short(key, raw))
    }

    /// The number of a name of at least one byte; `has_nul` says that NUL is among them.
    pub(crate) fn number(&mut self, raw: &[u8], has_nul: bool) -> u32 {
        match Key::of(raw) {
            _ if has_nul => self.number_of_any(fold(raw)),
            Some(key) => self.number_of(key, raw),
            None => self.number_of_long(raw),
        }
    }

    #[inline(never)]
    fn number_of_short(&mut self, key: Key, raw: &[u8]) -> u32 {
        let recent = key.slot() % RECENT;
        if self.recent[recent].0 == key {
            return self.recent[recent].1;
        }
        let number = match self.short.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.add(fold(raw));
                self.short.insert(key, number);
                number
            }
        };
        self.recent[recent] = (key, number);
        number
    }

    /// The number of a name that has no key: a long one, which is compared as it stands with the
    /// one that had its slot last.
    #[inline(never)]
    fn number_of_long(&mut self, raw: &[u8]) -> u32 {
        let tail = raw.last_chunk().map_or(0, |tail| lower(u64::from_le_bytes(*tail)));
        let recent = Key { head: raw.len() as u64, tail }.slot() % RECENT;
        let number = self.recent_long[recent];
        if number != NO_NUMBER && self.name(number).as_bytes().eq_ignore_ascii_case(raw) {
            return number;
        }
        let number = self.number_of_any(fold(raw));
        self.recent_long[recent] = number;
        number
    }

    /// The number of a name in lower case, by its letters.
    #[cold]
    fn number_of_any(&mut self, name: String) -> u32 {
        if let Some(number) = find_name(self.fixed, &name) {
            return number;
        }
        if let Some(number) = self.long.get(&name) {
            return *number;
        }
        let number = self.add(name.clone());
        self.long.insert(name, number);
        number
    }

    fn add(&mut self, name: String) -> u32 {
        self.others.push(name);
        self.len() as u32 - 1
    }
}

/// ASCII capitals to small letters, NUL to U+FFFD: a name as the standard has it.
fn fold(raw: &[u8]) -> String {
    let name = String::from_utf8_lossy(raw).to_ascii_lowercase();
    if name.contains('\0') { name.replace('\0', "\u{fffd}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_names() {
        assert_eq!(find_name(&LOCALS.fixed, "p"), Some(u32::from(tag::P)));
        assert_eq!(LOCALS.svg(find_name(&LOCALS.fixed, "title").unwrap()), Some(svg::TITLE));
        assert_eq!(standard_name(svg::FOREIGN_OBJECT).as_deref(), Some("svg foreignObject"));
        assert_eq!(standard_name(math::MI).as_deref(), Some("math mi"));
        assert_eq!(standard_name(STANDARD_END), None);
        assert_eq!(standard_name(STANDARD_END - 1).as_deref(), Some("math semantics"));
    }

    #[test]
    fn flags_stand_in_the_order_of_names() {
        assert_eq!(flags(tag::P), BLOCK | SPECIAL | CLOSES_P | IMPLIED_END);
        assert_eq!(flags(tag::TEXTAREA), SPECIAL | CONTROL);
        assert_eq!(flags(tag::ISINDEX), 0);
        assert_eq!(flags(svg::A), 0);
    }

    #[test]
    fn keys_of_short_names_say_all() {
        let names: Vec<String> = (1..=16)
            .flat_map(|len| ["a", "b", "aB"].map(|part| part.repeat(16)[..len].to_owned()))
            .chain(
                ["abcdefgh", "abcdefghi", "acbdefgh", "a1", "1a", "Z[", "é", "@", "`"]
                    .map(str::to_owned),
            )
            .collect();
        for (a, b) in names.iter().flat_map(|a| names.iter().map(move |b| (a, b))) {
            let same = Key::of(a.as_bytes()) == Key::of(b.as_bytes());
            assert_eq!(same, a.eq_ignore_ascii_case(b), "{a} {b}");
        }
    }

    #[test]
    fn other_names_are_numbered_as_they_come() {
        let mut names = Interner::new(&ATTRIBUTES);
        let first = names.number(b"X-1", false);
        assert_eq!(names.number(b"x-1", false), first);
        assert_eq!(names.number(b"A-NAME-OF-MORE-THAN-16-BYTES", false), first + 1);
        assert_eq!(names.number(b"a-name-of-more-than-16-bytes", false), first + 1);
        assert_eq!(names.number(b"A\0", true), first + 2);
        assert_eq!(names.others, ["x-1", "a-name-of-more-than-16-bytes", "a\u{fffd}"]);
    }
}
