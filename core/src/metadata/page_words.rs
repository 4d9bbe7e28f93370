//! Words that a page shows where a name or a title is expected: menus, labels, forms, front pages.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::metadata::words;

/// Titles of front pages, by language.
const FRONT: &[(&str, &[&str])] = &[
    ("en", &["home", "homepage", "home page", "main page", "front page", "start page"]),
    ("en", &["untitled", "untitled document", "new page"]),
    ("en", &["official site", "official website", "welcome"]),
    ("de", &["offizielle website", "offizielle seite", "willkommen"]),
    ("de", &["startseite", "home seite", "hauptseite"]),
    ("fr", &["accueil", "page d accueil", "page daccueil", "site officiel"]),
    ("es", &["inicio", "página de inicio", "página principal", "portada", "sitio oficial"]),
    ("pt", &["início", "página inicial"]),
    ("it", &["pagina iniziale", "pagina principale", "sito ufficiale"]),
    ("nl", &["startpagina", "hoofdpagina"]),
    ("sv", &["hem", "startsida"]),
    ("no", &["hjem", "forside", "startside"]),
    ("fi", &["etusivu"]),
    ("pl", &["strona główna"]),
    ("cs", &["domů", "úvod", "úvodní stránka"]),
    ("hu", &["főoldal", "kezdőlap"]),
    ("ro", &["acasă", "prima pagină"]),
    ("tr", &["ana sayfa", "anasayfa"]),
    ("id", &["beranda"]),
    ("vi", &["trang chủ"]),
    ("el", &["αρχική", "αρχική σελίδα"]),
    ("ru", &["главная", "главная страница", "официальный сайт"]),
    ("uk", &["головна", "головна сторінка"]),
    ("ar", &["الرئيسية", "الصفحة الرئيسية"]),
    ("zh", &["首页", "首頁", "主页", "主頁", "官网", "官網"]),
    ("ja", &["ホーム", "トップページ", "トップ", "公式サイト"]),
    ("ko", &["홈", "홈페이지", "메인"]),
];

/// Titles that programs and templates give to any page, and those of sections, by language.
const GENERIC: &[(&str, &[&str])] = &[
    ("en", &["index", "news", "blog", "article", "articles", "post", "posts", "page", "document"]),
    ("en", &["our blog", "my blog", "my site", "my website", "latest news", "news article"]),
    ("en", &["no title", "new tab", "title", "default", "loading", "website", "index html"]),
    ("en", &["react app", "vite app", "vue app", "vite react", "vite react ts", "nuxt app"]),
    ("en", &["create next app", "next app", "ionic app", "sveltekit app", "gatsby site"]),
    ("de", &["nachrichten", "aktuelles", "neuigkeiten", "artikel", "unbenanntes dokument"]),
    ("de", &["ohne titel", "start"]),
    ("fr", &["actualités", "actualité", "actus", "document sans titre", "sans titre"]),
    ("es", &["noticias", "artículos", "documento sin título", "sin título"]),
    ("pt", &["notícias", "artigos", "documento sem título", "sem título"]),
    ("it", &["notizie", "articoli", "documento senza titolo", "senza titolo"]),
    ("nl", &["nieuws", "naamloos document", "artikelen"]),
    ("sv", &["nyheter", "artiklar"]),
    ("da", &["nyheder", "artikler"]),
    ("pl", &["aktualności", "wiadomości"]),
    ("cs", &["aktuality", "zprávy"]),
    ("ru", &["новости", "блог", "статьи", "без названия"]),
    ("uk", &["новини", "статті"]),
    ("zh", &["新闻", "新聞", "博客", "无标题文档", "無標題文件"]),
    ("ja", &["ニュース", "ブログ", "無題ドキュメント", "お知らせ"]),
    ("ko", &["뉴스", "블로그"]),
];

/// What forums write between their name and the title of a thread, by language.
const TOPIC: &[(&str, &[&str])] = &[
    ("en", &["view topic", "view thread"]),
    ("de", &["thema anzeigen"]),
    ("fr", &["voir le sujet"]),
    ("es", &["ver tema"]),
    ("pt", &["ver tópico"]),
    ("it", &["leggi argomento"]),
    ("nl", &["bekijk onderwerp"]),
    ("sv", &["visa tråd"]),
    ("no", &["vis emne"]),
    ("fi", &["näytä aihe"]),
    ("pl", &["zobacz temat"]),
    ("cs", &["zobrazit téma"]),
    ("ro", &["vezi subiect"]),
    ("tr", &["başlığı görüntüle"]),
    ("ru", &["просмотр темы"]),
    ("uk", &["перегляд теми"]),
];

/// Words of menus, forms and labels, by language. They are no names of people.
const MENU: &[(&str, &[&str])] = &[
    ("en", &["about", "about me", "about the author", "about us", "account", "address"]),
    ("en", &["all articles", "all posts", "archive", "archives", "article", "articles"]),
    ("en", &["author", "authors", "back", "back to top", "bio", "biography", "blog", "blogs"]),
    ("en", &["categories", "category", "close", "comment", "comments", "contact", "contact us"]),
    ("en", &["contents", "cookies", "copyright", "country", "date", "description", "details"]),
    ("en", &["documentation", "download", "downloads", "edit", "edit profile", "email", "events"]),
    ("en", &["atom", "atom feed", "feed", "feeds", "rss feed", "guest", "guest post", "submitted"]),
    ("en", &["editorial policy", "follow", "follow us", "forum", "forums", "full bio"]),
    ("en", &["full profile", "help", "image", "info", "join", "language", "meet the author"]),
    ("en", &["our team", "read bio", "read full bio", "see full bio", "view bio"]),
    ("en", &["last post", "latest", "learn more", "leave a comment", "licence", "license", "like"]),
    ("en", &["link", "links", "location", "log in", "login", "logout", "map", "member", "members"]),
    ("en", &["menu", "message", "more", "more posts", "my account", "name", "newest", "news"]),
    ("en", &["newsletter", "next", "offline", "online", "original poster", "overview", "password"]),
    ("en", &["photo", "photos", "policy", "post", "posted", "posts", "previous", "print"]),
    ("en", &["privacy", "privacy policy", "products", "profile", "profiles", "quote", "rank"]),
    ("en", &["rating", "read more", "region", "register", "registered", "related posts", "reply"]),
    ("en", &["report", "reviews", "role", "rss", "save", "search", "send", "services", "settings"]),
    ("en", &["share", "shop", "sign in", "sign up", "skip to content", "sort", "source", "store"]),
    ("en", &["subject", "submit", "subscribe", "support", "tag", "tags", "terms", "terms of use"]),
    ("en", &["thread starter", "title", "topic", "topic author", "topic starter", "top"]),
    ("en", &["translate", "user", "username", "username or email", "username or email address"]),
    ("en", &["view all", "view all posts", "view profile", "webmaster", "website", "websites"]),
    ("en", &["write"]),
    ("de", &["anmelden", "antworten", "archiv", "autor", "autoren", "autorin", "bearbeiten"]),
    ("de", &["beitrag", "beiträge", "benutzer", "benutzername", "datenschutz", "drucken"]),
    ("de", &["impressum", "kategorie", "kategorien", "kommentar", "kommentare", "kontakt"]),
    ("de", &["lizenz", "mehr", "mehr erfahren", "mitglied", "passwort", "registrieren", "suche"]),
    ("de", &["suchen", "teilen", "thema", "themenstarter", "themenersteller", "über mich"]),
    ("de", &["gast", "gastautor", "gastautorin", "gastbeitrag"]),
    ("de", &["über uns", "über den autor", "weiterlesen", "zur person", "zurück"]),
    ("fr", &["à propos", "auteur", "auteurs", "catégorie", "catégories", "commentaire"]),
    ("fr", &["commentaires", "connexion", "en savoir plus", "imprimer", "inscription", "licence"]),
    ("fr", &["lire la suite", "membre", "mentions légales", "mot de passe", "nom d utilisateur"]),
    ("fr", &["invité", "invitée"]),
    ("fr", &["partager", "profil", "rechercher", "répondre", "se connecter", "sujet"]),
    ("es", &["acerca de", "autor", "autora", "autores", "buscar", "categoría", "categorías"]),
    ("es", &["comentario", "comentarios", "compartir", "contacto", "contraseña", "imprimir"]),
    ("es", &["iniciar sesión", "leer más", "licencia", "miembro", "perfil", "responder", "tema"]),
    ("es", &["invitado", "invitada"]),
    ("es", &["sobre el autor", "sobre nosotros", "usuario", "ver más", "ver perfil"]),
    ("pt", &["autor", "autora", "categoria", "categorias", "comentário", "comentários"]),
    ("pt", &["compartilhar", "contato", "entrar", "leia mais", "licença", "membro", "pesquisar"]),
    ("pt", &["convidado", "convidada"]),
    ("pt", &["responder", "sobre", "sobre nós", "sobre o autor", "usuário"]),
    ("it", &["autore", "accedi", "categoria", "categorie", "cerca", "chi siamo", "commenti"]),
    ("it", &["ospite"]),
    ("it", &["condividi", "contatti", "leggi tutto", "licenza", "profilo", "rispondi", "utente"]),
    (
        "nl",
        &["auteur", "delen", "gebruiker", "gebruikersnaam", "inloggen", "lees meer", "licentie"],
    ),
    ("nl", &["over ons", "profiel", "reacties", "reageer", "zoeken"]),
    ("sv", &["användarnamn", "dela", "författare", "kategori", "logga in", "läs mer", "om oss"]),
    ("no", &["forfatter", "kategori", "logg inn", "les mer", "om oss", "søk"]),
    ("da", &["brugernavn", "forfatter", "læs mere", "log ind", "om os", "søg"]),
    ("fi", &["haku", "jaa", "kirjaudu", "kirjoittaja", "lue lisää"]),
    ("pl", &["autor", "autorzy", "czytaj więcej", "kategoria", "kategorie", "komentarze"]),
    ("pl", &["gość"]),
    ("pl", &["kontakt", "licencja", "o nas", "profil", "szukaj", "udostępnij", "zaloguj się"]),
    ("cs", &["autor", "komentáře", "kontakt", "o nás", "profil", "přihlásit se", "sdílet"]),
    ("tr", &["giriş", "hakkımızda", "kategori", "paylaş", "profil", "yazar", "yorumlar"]),
    ("id", &["bagikan", "kategori", "komentar", "masuk", "penulis", "tentang kami"]),
    ("vi", &["bình luận", "chia sẻ", "tác giả", "đăng nhập"]),
    ("el", &["επικοινωνία", "σύνδεση", "συντάκτης", "σχόλια"]),
    ("ru", &["автор", "войти", "категории", "комментарии", "контакты", "лицензия", "о нас"]),
    ("ru", &["гость"]),
    ("ru", &["поделиться", "подробнее", "поиск", "пользователь", "профиль", "рубрика"]),
    ("uk", &["автор", "увійти", "коментарі", "контакти", "про нас", "пошук"]),
    ("ar", &["الكاتب", "تسجيل الدخول", "تعليقات", "مشاركة"]),
    ("zh", &["作者", "分享", "分类", "分類", "关于", "關於", "关于我们", "回复", "搜索", "标签"]),
    ("zh", &["楼主", "樓主", "注册", "登录", "登入", "登錄", "评论", "評論", "阅读", "阅读更多"]),
    ("ja", &["カテゴリー", "コメント", "シェア", "タグ", "プロフィール", "ログイン", "検索"]),
    ("ja", &["続きを読む", "著者", "記事", "返信"]),
    ("ko", &["공유", "댓글", "로그인", "작성자", "검색", "카테고리"]),
];

static FRONT_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| collect(FRONT).into_iter().chain(collect(TOPIC)).collect());
static GENERIC_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| collect(GENERIC));
static TOPIC_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| collect(TOPIC));
static MENU_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| collect(MENU));

fn collect(table: &'static [(&str, &[&str])]) -> HashSet<&'static str> {
    table.iter().flat_map(|(_, words)| *words).copied().collect()
}

/// Bytes of the longest phrase of the tables.
const MAX_BYTES: usize = 64;

/// Whether a text is only what a forum writes before the title of a thread, such as "View topic".
pub(crate) fn is_topic_word(text: &str) -> bool {
    text.len() <= MAX_BYTES && TOPIC_WORDS.contains(words::key(text).as_str())
}

/// Whether a text is only the title of a front page, such as "Home".
pub(crate) fn is_front_word(text: &str) -> bool {
    text.len() <= MAX_BYTES && FRONT_WORDS.contains(words::key(text).as_str())
}

/// Whether a text is a title that any page may have, such as "Home", "Blog" or "React App".
pub(crate) fn is_generic_title(text: &str) -> bool {
    let has_key = |key: &str| GENERIC_WORDS.contains(key) || FRONT_WORDS.contains(key);
    text.len() <= MAX_BYTES && has_key(words::key(text).as_str())
}

/// Whether a text is only a word of a menu, a form or a label, such as "License".
pub(crate) fn is_menu_word(text: &str) -> bool {
    let has_key = |key: &str| MENU_WORDS.contains(key) || FRONT_WORDS.contains(key);
    text.len() <= MAX_BYTES && has_key(words::key(text).as_str())
}

#[cfg(test)]
mod tests {
    use super::{FRONT, GENERIC, MENU, TOPIC, is_front_word, is_generic_title, is_menu_word};
    use crate::metadata::words;

    #[test]
    fn every_phrase_is_its_own_key() {
        for (_, phrases) in FRONT.iter().chain(GENERIC).chain(MENU).chain(TOPIC) {
            for phrase in *phrases {
                assert_eq!(words::key(phrase), *phrase);
                assert!(phrase.len() <= super::MAX_BYTES);
            }
        }
    }

    #[test]
    fn case_and_signs_do_not_matter() {
        assert!(is_front_word("HOME") && is_menu_word("Home"));
        assert!(is_menu_word("» Read more…") && is_menu_word("À propos"));
        assert!(is_generic_title("Untitled Document") && is_generic_title("Vite + React"));
        assert!(!is_menu_word("Ann Lee") && !is_front_word("Home Assistant"));
    }
}
