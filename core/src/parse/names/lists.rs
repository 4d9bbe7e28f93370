//! Tables of the names of elements and attributes, and of the properties of HTML elements.

/// Properties of an element of the HTML namespace; bits of [`flags`].
pub(crate) mod kind {
    /// Block-level by the standard's default display.
    pub(crate) const BLOCK: u16 = 1;
    /// Has no content and no end tag.
    pub(crate) const VOID: u16 = 1 << 1;
    /// In the standard's *special* category.
    pub(crate) const SPECIAL: u16 = 1 << 2;
    /// In the standard's *formatting* category.
    pub(crate) const FORMATTING: u16 = 1 << 3;
    /// Its start tag closes a `p` and needs no other special treatment.
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
    /// Its content is shown only if the element is not supported.
    pub(crate) const FALLBACK: u16 = 1 << 12;
    /// Is processed by the rules of the head wherever its start tag is.
    pub(crate) const HEAD_CONTENT: u16 = 1 << 13;
    /// A part of a table: its start tag closes a cell or caption, and is ignored outside tables.
    pub(crate) const TABLE_PART: u16 = 1 << 14;
}
use kind::{
    BLOCK, CLOSES_P, CONTROL, FALLBACK, FORMATTING, HEAD_CONTENT, HEADING, IMPLIED_END, METADATA,
    NOSCRIPT, SCOPE, SCRIPT, SPECIAL, TABLE_PART, VOID,
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

/// Elements of SVG, numbered after the HTML ones, in the standard's mixed case.
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

/// Elements of MathML, numbered after the SVG ones.
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

/// One past the last number of a standard element, the same in every page.
pub const STANDARD_END: u16 = HTML_END + 116;

/// Attributes that the parser looks up by number; the others in [`ATTRIBUTES`] are listed for speed.
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
    0,                                         // #text
    BLOCK | SPECIAL | SCOPE,                   // html
    BLOCK | SPECIAL | METADATA,                // head
    BLOCK | SPECIAL | METADATA | HEAD_CONTENT, // title
    VOID | SPECIAL | METADATA | HEAD_CONTENT,  // base
    VOID | SPECIAL | METADATA | HEAD_CONTENT,  // basefont
    VOID | SPECIAL | METADATA | HEAD_CONTENT,  // bgsound
    VOID | SPECIAL | METADATA | HEAD_CONTENT,  // link
    VOID | SPECIAL | METADATA | HEAD_CONTENT,  // meta
    SPECIAL | SCRIPT | HEAD_CONTENT,           // style
    SPECIAL | SCRIPT | HEAD_CONTENT,           // script
    SPECIAL | NOSCRIPT,                        // noscript
    SPECIAL | SCOPE | HEAD_CONTENT,            // template
    BLOCK | SPECIAL,                           // body
    BLOCK | SPECIAL,                           // frameset
    BLOCK | VOID | SPECIAL,                    // frame
    BLOCK | SPECIAL | FALLBACK | HEAD_CONTENT, // noframes
    BLOCK | SPECIAL | CLOSES_P,                // section
    BLOCK | SPECIAL | CLOSES_P,                // nav
    BLOCK | SPECIAL | CLOSES_P,                // article
    BLOCK | SPECIAL | CLOSES_P,                // aside
    BLOCK | SPECIAL | HEADING,                 // h1
    BLOCK | SPECIAL | HEADING,                 // h2
    BLOCK | SPECIAL | HEADING,                 // h3
    BLOCK | SPECIAL | HEADING,                 // h4
    BLOCK | SPECIAL | HEADING,                 // h5
    BLOCK | SPECIAL | HEADING,                 // h6
    BLOCK | SPECIAL | CLOSES_P,                // hgroup
    BLOCK | SPECIAL | CLOSES_P,                // header
    BLOCK | SPECIAL | CLOSES_P,                // footer
    BLOCK | SPECIAL | CLOSES_P,                // address
    BLOCK | SPECIAL | CLOSES_P,                // main
    BLOCK | SPECIAL | CLOSES_P,                // search
    BLOCK | SPECIAL | CLOSES_P,                // div
    BLOCK | SPECIAL | CLOSES_P,                // center
    BLOCK | SPECIAL | CLOSES_P | IMPLIED_END,  // p
    BLOCK | SPECIAL,                           // pre
    BLOCK | SPECIAL,                           // listing
    BLOCK | SPECIAL,                           // xmp
    BLOCK | SPECIAL,                           // plaintext
    BLOCK | SPECIAL | CLOSES_P,                // blockquote
    BLOCK | SPECIAL | CLOSES_P,                // ol
    BLOCK | SPECIAL | CLOSES_P,                // ul
    BLOCK | SPECIAL | CLOSES_P,                // menu
    BLOCK | SPECIAL | CLOSES_P,                // dir
    BLOCK | SPECIAL | IMPLIED_END,             // li
    BLOCK | SPECIAL | CLOSES_P,                // dl
    BLOCK | SPECIAL | IMPLIED_END,             // dt
    BLOCK | SPECIAL | IMPLIED_END,             // dd
    BLOCK | SPECIAL | CLOSES_P,                // figure
    BLOCK | SPECIAL | CLOSES_P,                // figcaption
    BLOCK | VOID | SPECIAL,                    // hr
    BLOCK | SPECIAL | CLOSES_P,                // details
    BLOCK | SPECIAL | CLOSES_P,                // summary
    BLOCK | CLOSES_P,                          // dialog
    BLOCK | SPECIAL | CLOSES_P,                // fieldset
    BLOCK,                                     // legend
    BLOCK | SPECIAL,                           // form
    BLOCK | SPECIAL | SCOPE,                   // table
    BLOCK | SPECIAL | SCOPE | TABLE_PART,      // caption
    BLOCK | SPECIAL | TABLE_PART,              // colgroup
    BLOCK | VOID | SPECIAL | TABLE_PART,       // col
    BLOCK | SPECIAL | TABLE_PART,              // tbody
    BLOCK | SPECIAL | TABLE_PART,              // thead
    BLOCK | SPECIAL | TABLE_PART,              // tfoot
    BLOCK | SPECIAL | TABLE_PART,              // tr
    BLOCK | SPECIAL | SCOPE | TABLE_PART,      // td
    BLOCK | SPECIAL | SCOPE | TABLE_PART,      // th
    FORMATTING,                                // a
    FORMATTING,                                // b
    FORMATTING,                                // big
    FORMATTING,                                // code
    FORMATTING,                                // em
    FORMATTING,                                // font
    FORMATTING,                                // i
    FORMATTING,                                // nobr
    FORMATTING,                                // s
    FORMATTING,                                // small
    FORMATTING,                                // strike
    FORMATTING,                                // strong
    FORMATTING,                                // tt
    FORMATTING,                                // u
    0,                                         // abbr
    0,                                         // acronym
    0,                                         // bdi
    0,                                         // bdo
    0,                                         // cite
    0,                                         // data
    0,                                         // del
    0,                                         // dfn
    0,                                         // ins
    0,                                         // kbd
    0,                                         // label
    0,                                         // map
    0,                                         // mark
    FALLBACK,                                  // meter
    0,                                         // output
    FALLBACK,                                  // progress
    0,                                         // q
    0,                                         // samp
    0,                                         // span
    0,                                         // sub
    0,                                         // sup
    0,                                         // time
    0,                                         // var
    0,                                         // ruby
    IMPLIED_END,                               // rb
    IMPLIED_END,                               // rt
    IMPLIED_END,                               // rtc
    IMPLIED_END,                               // rp
    VOID | SPECIAL,                            // br
    VOID | SPECIAL,                            // wbr
    VOID | SPECIAL,                            // img
    VOID | SPECIAL,                            // area
    VOID | SPECIAL,                            // embed
    VOID | SPECIAL,                            // source
    VOID | SPECIAL,                            // track
    VOID | SPECIAL,                            // param
    VOID | SPECIAL | CONTROL,                  // keygen
    0,                                         // image
    0,                                         // picture
    FALLBACK,                                  // audio
    FALLBACK,                                  // video
    FALLBACK,                                  // canvas
    SPECIAL | FALLBACK,                        // iframe
    SPECIAL | SCOPE | FALLBACK,                // object
    SPECIAL | SCOPE | FALLBACK,                // applet
    SPECIAL | SCOPE,                           // marquee
    SPECIAL | FALLBACK,                        // noembed
    SPECIAL | CONTROL,                         // button
    VOID | SPECIAL | CONTROL,                  // input
    SPECIAL | SCOPE | CONTROL,                 // select
    SPECIAL | CONTROL,                         // textarea
    BLOCK | IMPLIED_END | CONTROL,             // option
    BLOCK | IMPLIED_END | CONTROL,             // optgroup
    CONTROL,                                   // datalist
    0,                                         // selectedcontent
    0,                                         // slot
    0,                                         // portal
    0,                                         // multicol
    0,                                         // blink
    0,                                         // spacer
    0,                                         // isindex
];

/// Names of SVG attributes that have capitals.
pub(super) static SVG_ATTRIBUTES: [&str; 58] = [
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
