/** What a command is called and does, apart from its code: help must load none of it. */
export interface Usage {
  /** `['pile', 'add']`. */
  words: readonly string[]
  usage: string
  about: string
}

/** Usages by name; longer words come first, because `backup verify` must not match `backup`. */
export const USAGES = {
  pileAdd: {
    words: ['pile', 'add'],
    usage:
      'pile add <identity> --station <code> [--connectors 2] [--per-evse 1] [--power-kw 120] [--current dc|ac] [--protocol ocpp16|ocpp201] [--profile plain|tls] [--json]',
    about: 'creates a pile with its connectors and prints the key it signs in with, once',
  },
  importSessions: {
    words: ['import', 'sessions'],
    usage:
      'import sessions <file> (--format <sap-labs|perth|norway> | --mapping <file.json>) --zone <IANA zone> [--tenant <code>] [--dry-run] [--json]',
    about: 'reads charging history of another system; every row is stored, doubted or refused with its reason',
  },
  ledgerVerify: {
    words: ['ledger', 'verify'],
    usage: 'ledger verify [--json] [--begin-anew]',
    about:
      'recomputes every balance from its postings, every order, every closed day and the running chain from their rows, and holds their ends against the data folder; fails when something is wrong. --begin-anew takes the ends as the database has them, after a recovery by its own means',
  },
  ordersList: {
    words: ['orders', 'list'],
    usage: 'orders list [--state settled] [--limit 100] [--json]',
    about: 'the latest orders with energy, fees and how they were paid',
  },
  schemaPropose: {
    words: ['schema', 'propose'],
    usage: 'schema propose [<route>…]',
    about:
      'prints the SQL that brings the migrations to the definitions, of all or of the routes named, to be read and edited into a migration; needs no installation, changes nothing',
  },
  secretsAdopt: {
    words: ['secrets', 'adopt'],
    usage: 'secrets adopt [--lost] [--json]',
    about:
      'tells whether the database knows the secrets of this data folder. --lost says that those that it knows are lost, or were another product’s: these are its secrets from then on. What the former ones signed stays verifiable; what they sealed has to be entered again',
  },
  backupVerify: {
    words: ['backup', 'verify'],
    usage: 'backup verify <file> [--passphrase-file <file>] [--foreign] [--json]',
    about:
      'restores a backup into a database of its own, compares every row, and recomputes books, closed days and orders',
  },
  backup: {
    words: ['backup'],
    usage: 'backup [--to <file>] [--passphrase-file <file>] [--scheduled] [--json]',
    about:
      'writes the whole installation into one signed file, while it runs; the installation’s own keys are in it only with a passphrase, which encrypts it',
  },
  restore: {
    words: ['restore'],
    usage: 'restore <file> [--passphrase-file <file>] [--foreign] [--json]',
    about:
      'loads a backup into an empty database (a new data folder, or a new database behind DATABASE_URL), compares every row and proves the books',
  },
  doctor: {
    words: ['doctor'],
    usage: 'doctor [--measure] [--json]',
    about:
      'looks at engine, durability, schema, clock, disks, TLS, keys and backups, and prints every limit that holds, with --measure after trying those of slow and large callers on the running product (17 s); fails when something is wrong, changes nothing',
  },
  version: {
    words: ['version'],
    usage: 'version [--json]',
    about: 'which release this is; needs no installation',
  },
} as const satisfies Record<string, Usage>
