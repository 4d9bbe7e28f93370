//! Recognise people by their given names, and phrases that look like names by their words.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Given names that are frequent in European languages and English. The list is not complete: a
/// name in it speaks for a person, but one that is not does not speak against.
const GIVEN: &str = "\
    aaron abdul abdullah abigail abraham ada adam adela adele adrian adriana adrien agata agnes \
    agnieszka ahmad ahmed aidan aimee aisha ajay akira alain alan alba albert alberto aldo alec \
    alejandra alejandro aleksander aleksandr aleksandra alena alessandra alessandro alessia alex \
    alexander alexandra alexandre alexis alfonso alfred alfredo ali alice alicia alina alison \
    alistair allan allen allison alma alvaro alyssa amanda amber amelia amelie amina amir amit \
    amy ana anastasia anders andre andrea andreas andrei andres andrew andrey andrzej andy angel \
    angela angelica angelika angelina angelo anika anil anita anja anke ann anna annabel anne \
    annette annie annika anthony antoine anton antonella antonia antonio anya april archie \
    ariana ariel arjun arne arnold artem arthur arturo arun asha ashley astrid audrey august \
    aurelie austin axel ayesha barbara barry bart beata beatrice beatriz becky belinda ben \
    benedict benedikt benjamin benoit bernadette bernard bernd bernhard bert beth bethany betty \
    beverly bianca bill billy birgit bjorn blake bo bob bonnie boris brad bradley brandon brenda \
    brendan brent brett brian bridget bruce bruno bryan caitlin caleb calvin cameron camila \
    camilla camille candice cara carina carl carla carlo carlos carmen carol carole carolina \
    caroline carolyn carrie carsten casey cassandra catarina catherine cathy cecile cecilia \
    cedric celia celine cesar chad chantal charles charlie charlotte chelsea cheng chiara chloe \
    chris christa christian christiane christina christine christoph christophe christopher \
    chuck cindy claire clara clare clark claude claudia claudine claudio claus clay clemens \
    clement cliff clive cody colin colleen connie connor conrad constance cora corey corinna \
    corinne courtney craig cristian cristina curtis cynthia cyril daisy dale damian damien dan \
    dana daniel daniela daniele daniella danielle danny daphne daria dario darren dave david \
    dawn dean debbie deborah debra deepak delphine denis denise dennis derek desmond diana diane \
    dick diego dieter dietmar dimitri dina dirk dmitri dmitry dolores dominic dominik dominique \
    don donald donna dora doreen doris dorothea dorothy doug douglas duncan dylan eddie edgar \
    edith edmund eduard eduardo edward edwin eileen ekaterina elaine eleanor elena eleonora eli \
    elias elisa elisabeth elise elizabeth ella ellen ellie eloise elsa else elvira emil emile \
    emilia emilie emilio emily emma emmanuel enrico enrique eric erica erich erik erika erin \
    ernest ernesto ernst esteban estelle esther ethan etienne eugen eugene eugenia eva evan eve \
    evelyn fabian fabien fabio fabrice fabrizio fatima federica federico felicity felipe felix \
    ferdinand fernanda fernando filip filippo finn fiona flavia flora florence florian frances \
    francesca francesco francine francis francisco franck franco francois francoise frank \
    frankie franz fred freddie frederic frederick frederik freya frida friedrich fritz gabriel \
    gabriela gabriele gabriella gabrielle gail gareth gary gavin geert gemma gene genevieve \
    geoff geoffrey georg george georges georgia georgina gerald geraldine gerard gerd gerhard \
    gerry giacomo gilbert gilles gillian gina giorgia giorgio giovanna giovanni gisela giulia \
    giulio giuseppe glen glenn gloria gordon grace graeme graham greg gregor gregory greta \
    grzegorz guido guillaume guillermo gunnar gunter gustav gustavo guy gwen hamza han hana \
    hanna hannah hannes hans harald harold harriet harry harvey hassan hazel heather hector \
    heidi heike heiko heiner heinrich heinz helen helena helene helga helmut hendrik henri \
    henrietta henrik henry herbert hermann hilary hilda hiroshi holger holly horst howard hubert \
    hugh hugo ian ibrahim ida ignacio igor ilaria ilona ilse imran ina ines inga inge ingo \
    ingrid irene irina iris irma isaac isabel isabella isabelle ismail ivan ivana ivo jack \
    jackie jackson jacob jacopo jacqueline jacques jaime jakob jakub james jamie jan jana jane \
    janet janice janina janine jared jasmin jasmine jason javier jay jean jeanette jeanne jeff \
    jeffrey jen jenna jennifer jenny jens jeremy jerome jerry jesper jess jesse jessica jesus \
    jill jim jimmy jin jo joachim joan joanna joanne joao jochen jodie joe joel joerg johan \
    johann johanna johannes john johnny jon jonas jonathan jordan jorg jorge jose josef josefina \
    joseph josephine josh joshua joy joyce juan juana juanita judith judy juergen jules julia \
    julian juliana juliane julie julien juliet juliette julio julius jun june jurgen justin \
    justine justyna kai karen karim karin karina karl karla karolina karsten kaspar katarina \
    katarzyna kate katerina katharina katharine katherine kathleen kathrin kathryn kathy katie \
    katja katrin katrina katy kay keith kelly ken kenji kenneth kerry kerstin kevin khaled kim \
    kimberly kirsten kirsty kjell klara klaus konrad konstantin krista kristen kristin kristina \
    krzysztof kurt kyle lance lara larissa larry lars laszlo laura lauren laurence laurent \
    laurie lawrence lea leah lee leila lena lennart leo leon leonard leonardo leonie leonora \
    leopold leslie lewis li liam lidia lila lili lilian liliana lilly lily lina linda lindsay \
    lindsey ling linus lionel lisa lise livia liz liza lloyd logan lois lola lorena lorenzo \
    loretta lori lorraine lothar lotte lou louis louisa louise luc luca lucas lucia luciano \
    lucie lucien lucinda lucy ludovic ludwig luigi luis luisa lukas luke lutz lydia lynn \
    madeleine madison mads magda magdalena magnus mahmoud maja malcolm malgorzata malin manfred \
    manon manuel manuela mara marc marcel marcello marcelo marcin marco marcos marcus marek \
    margaret margarita margaux margit margot maria marian mariana marianne marie marija marilyn \
    marina mario marion marisa marit marius marjorie mark markus marlene marta martha martin \
    martina martine marvin mary maryam massimo mateo mathias mathieu mathilde matilda matt \
    matteo matthew matthias matthieu maureen maurice mauricio mauro max maxim maxime maximilian \
    maya megan mehdi mehmet mei melanie melinda melissa mercedes meredith michael michaela \
    michal michel michela michele michelle miguel mikael mike mikhail mila milan milena milos \
    mina ming mira miranda miriam mirko mitchell mohamed mohammad mohammed moira mona monica \
    monika monique morgan moritz morten muhammad muriel mustafa myriam nadia nadine nancy naomi \
    natalia natalie natasha nathalie nathan neil nele nelson nicholas nick nico nicola nicolas \
    nicole niels nigel nikita niklas niko nikolai nikolas nikolaus nils nina noah noel noemi \
    nora norbert norma norman octavia olaf oleg olga oliver olivia olivier omar oscar oskar otto \
    owen pablo paola paolo pascal pascale pat patricia patricio patrick patrizia patty paul \
    paula paulina pauline paulo pavel pedro peggy penelope penny per perry pete peter petra phil \
    philip philipp philippa philippe phillip phoebe pia pierre pieter pietro pilar piotr priya \
    rachel rafael raffaella rahul rainer raj rajesh ralf ralph ramon randall randy raphael \
    raquel raul ravi ray raymond rebecca regina reiner reinhard remy renata renate rene renee \
    reto ricardo riccardo richard rick ricky rita rob robert roberta roberto robin robyn rocio \
    rodrigo roger roland rolf roman ron ronald ronja ronnie rosa rosalie rosanna rose rosemary \
    rosie ross roxana roy ruben rudi rudolf rupert russell ruth ryan sabina sabine sabrina sally \
    salma salvatore sam samantha sami samir samuel sandra sandrine sanjay santiago sara sarah \
    sascha sasha scott sean sebastian sebastien serena serge sergei sergey sergio shane shannon \
    sharon shaun sheila shirley sibylle sid sidney siegfried sigrid silke silvia simon simona \
    simone sina sinead siobhan sofia sofie sonia sonja sophia sophie stacey stacy stan stanislav \
    stanley stefan stefania stefanie stefano steffen stella stephan stephane stephanie stephen \
    steve steven stewart stuart sue sunil susan susana susann susanna susanne susie suzanne sven \
    svenja svetlana sybille sylvain sylvia sylvie tamara tania tanja tanya tara tatiana ted \
    terence teresa terry tessa thea theo theodor theodore theresa therese thibault thierry \
    thomas thorsten tiffany till tilo tim timo timothy tina tobias toby todd tom tomas tomasz \
    tommaso tommy toni tony torsten tracey tracy travis trevor tristan tyler udo ulf ulrich \
    ulrike ursula uta ute uwe valentin valentina valerie valerio vanessa vera verena veronica \
    veronika veronique vicente vicky victor victoria vijay viktor viktoria vincent vincenzo \
    viola violetta virginia vito vivian viviane vladimir volker walter wanda warren wayne wei \
    wendy werner wilfried wilhelm will willem william willy winston wolfgang xavier yan yann \
    yannick yasmin yolanda yuki yusuf yves yvette yvonne zachary zara zoe zoltan";
/// Nouns and adjectives after "by" or "for" in phrases, which have capital letters in headings, by
/// language: "By Popular Demand", "Por Amor al Arte".
const COMMON: &[(&str, &str)] = &[
    ("en", "accident accounts air appointment candlelight chance choice day decree default"),
    ("en", "definition demand design election example foot force hand heart invitation land law"),
    (
        "en",
        "luck magic mail means mistake moonlight nature night number numbers order phone popular",
    ),
    (
        "en",
        "post proxy public rail request road royal sea special surprise trade train trial unanimous",
    ),
    ("en", "virtue water word work popular decision vote association numbers letter mouth consent"),
    ("de", "amts anfang art fall grund hand haus hause herzen natur seiten weg wegen zeit ganzem"),
    ("fr", "amour avion ailleurs bateau chance conséquent erreur exemple hasard jour mer moments"),
    ("fr", "monts nature nuit temps terre train voie vaux"),
    (
        "es",
        "amor arte casualidad cierto defecto desgracia día ejemplo encima error favor fin fuera",
    ),
    ("es", "mar mundo noche placer primera supuesto tierra todo último vez vida"),
    ("pt", "acaso água causa dentro dia enquanto exemplo fora noite volta"),
    ("it", "amore caso domani giorno mare nord notte oggi oriente sempre sud terra vino"),
];
/// Lower-case words between the parts of a name.
const PARTICLES: [&str; 34] = [
    "abu", "af", "al", "ap", "av", "bat", "ben", "bin", "bint", "da", "das", "de", "degli", "dei",
    "del", "della", "den", "der", "di", "do", "dos", "du", "el", "ibn", "la", "las", "le", "los",
    "ten", "ter", "van", "von", "zu", "zur",
];

static GIVEN_NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| GIVEN.split(' ').collect());
static COMMON_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| COMMON.iter().flat_map(|(_, words)| words.split(' ')).collect());

/// Whether a name begins with a given name that is known, or with initials: "J. K. Lee".
pub(crate) fn has_given_name(name: &str) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    let is_initial = || first.ends_with('.') && first.starts_with(char::is_uppercase);
    let is_known = |name: &str| GIVEN_NAMES.contains(fold(name).as_str());
    is_initial()
        || is_known(first)
        || first.split_once('-').is_some_and(|(first, _)| is_known(first))
}

/// Whether a text after "by" is rather a phrase than a name: a word of it is no part of a name, or
/// it has particles and no known given name.
pub(crate) fn is_like_phrase(name: &str) -> bool {
    let is_latin = name.chars().all(|c| c < '\u{370}' || !c.is_alphabetic());
    let is_lower = |word: &&str| word.starts_with(char::is_lowercase);
    let is_common = |word: &str| COMMON_WORDS.contains(word.to_lowercase().as_str());
    let inner = || name.split(' ').skip(1);
    let has_small = || inner().filter(is_lower).any(|word| !PARTICLES.contains(&word));
    let is_phrase = || inner().any(|word| is_lower(&word)) || name.split(' ').any(is_common);
    is_latin && (has_small() || (!has_given_name(name) && is_phrase()))
}

/// A word in lower case, without the accents that are frequent in names.
fn fold(word: &str) -> String {
    let fold = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' | 'ń' => 'n',
        'ł' => 'l',
        'š' | 'ś' => 's',
        c => c,
    };
    word.chars().flat_map(char::to_lowercase).map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::{has_given_name, is_like_phrase};

    #[test]
    fn phrases_are_not_names() {
        for phrase in ["Hamburg nach Berlin", "Amor al Arte", "Temps de Pluie", "Royal Decree"] {
            assert!(is_like_phrase(phrase), "{phrase}");
        }
        for name in ["Jane Smith", "Juan de la Cruz", "Oluwaseun Adeyemi", "Grace Day", "王小明"]
        {
            assert!(!is_like_phrase(name), "{name}");
        }
        assert!(has_given_name("José Ruiz") && has_given_name("Jean-Luc Roy"));
        assert!(!has_given_name("Climate Change"));
    }
}
