import { join, resolve } from 'node:path'
import { MAX_AGE_DAYS, MAX_REMEMBERED } from '@wattyard/identity/contract'
import { HASH_COST, LEAST_HASH_COST, type MessagingAppChoice, MLPS_PASSWORDS } from '@wattyard/identity/server'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)
const size = z.coerce.number().int().min(2).max(100)

/** Every environment variable that the product reads. */
const HOST_NAME = /^(?=.*[a-z])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** Whether a text is an origin that others can reach: orders of a channel carry it for ever. */
function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  return protocol === 'https:' && HOST_NAME.test(hostname) && origin === text.toLowerCase().replace(/:443$/, '')
}

/** Whether a text is an origin on this machine, with its port. */
function isOnThisMachine(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, origin } = new URL(text)
  return (
    protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && port !== '' && origin === text
  )
}

const schema = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  WATTYARD_DATA: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  /** `development` is the demonstration with test pages. */
  WATTYARD_PROFILE: z.enum(['demo', 'development', 'production']).default('demo'),
  /** Broker of the development profile's MQTT page; without it the page starts a broker of its own. */
  WATTYARD_MQTT_URL: z
    .string()
    .regex(/^(mqtts?|wss?):\/\/\S+$/)
    .optional(),
  WATTYARD_ADMIN_PASSWORD: z.string().min(1).max(128).optional(),
  /** Size of the database pool; everything works with 2. */
  WATTYARD_POOL: size.default(10),
  WATTYARD_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Proxies whose X-Forwarded-For is trusted, comma separated; `none` states that there is no proxy. */
  WATTYARD_TRUST_PROXY: z.string().default(''),
  /** Networks from which piles may use Basic authentication without TLS (security profile 1). */
  WATTYARD_PLAIN_PILE_NETWORKS: z.string().default('127.0.0.0/8,::1/128'),
  /** Address that piles are given, such as `wss://piles.example`; the address of the console when absent. */
  WATTYARD_PILE_ADDRESS: z
    .string()
    .regex(/^wss?:\/\/[\w.-]+(:\d{1,5})?$/)
    .optional(),
  /** Networks in which meters and cabinets may be polled, comma separated; operators choose among them. */
  WATTYARD_POINT_NETWORKS: z.string().default(''),
  /** Certificate and key files; with them the port speaks TLS. */
  WATTYARD_TLS_CERT: z.string().optional(),
  WATTYARD_TLS_KEY: z.string().optional(),
  /** Sustained messages per second of one pile. */
  WATTYARD_PILE_RATE: z.coerce.number().int().min(1).max(100_000).default(20),
  /** Virtual piles of the demo profile that drivers come to; the others stay idle. 0 starts none at all. */
  WATTYARD_DEMO_FLEET: z.coerce.number().int().min(0).max(500).default(40),
  /** Whether anybody may look at the demonstration as a guest; by default in the demo profile only. */
  WATTYARD_FREE_TRY: z.enum(['0', '1']).optional(),
  /** Shortest password of staff, in characters; by default 12, in the demo profile 6. */
  WATTYARD_PASSWORD_LENGTH: z.coerce.number().int().min(6).max(64).optional(),
  /** Kinds of characters (small, capital, digit, other) a new password must have. */
  WATTYARD_PASSWORD_KINDS: z.coerce.number().int().min(1).max(4).optional(),
  /** What a password hash costs: 64 MiB and three passes, or OWASP's minimum, 19 MiB and two. */
  WATTYARD_PASSWORD_COST: z.enum(['standard', 'least']).default('standard'),
  /** Rules for passwords: those of OWASP, or those that assessors under 等保 2.0 require. */
  WATTYARD_PASSWORD_PROFILE: z.enum(['asvs', 'mlps']).default('asvs'),
  /**
   * Days after which a password must be changed, and number of earlier passwords that may not be reused, for tenants without own
   * rules; 0 is never.
   */
  WATTYARD_PASSWORD_MAX_AGE: z.coerce.number().int().min(0).max(MAX_AGE_DAYS).optional(),
  WATTYARD_PASSWORD_HISTORY: z.coerce.number().int().min(0).max(MAX_REMEMBERED).optional(),
  /** App in which people bind accounts; by default the stand-in in the demo profile and none in production. */
  WATTYARD_MESSAGING_APP: z.enum(['off', 'standIn', 'officialAccount']).optional(),
  /** Credentials of a WeChat Official Account; the token is the one entered beside the address of our callback. */
  WATTYARD_WECHAT_APP_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  WATTYARD_WECHAT_SECRET: z.string().min(1).max(128).optional(),
  WATTYARD_WECHAT_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9]{3,32}$/)
    .optional(),
  /** Folders for backups, comma separated; the first is the default. */
  WATTYARD_BACKUPS: z.string().default(''),
  /** File with the passphrase of automatic backups; without it they are not encrypted. */
  WATTYARD_BACKUP_PASSPHRASE_FILE: z.string().min(1).optional(),
  /** Whether a start that must change the schema makes a backup first. */
  WATTYARD_BACKUP_BEFORE_UPGRADE: z.enum(['0', '1']).default('1'),
  /** Origin at which payment channels reach this installation; without it none of them can be opened. */
  WATTYARD_PAYMENT_ADDRESS: z
    .string()
    .refine(isPublicOrigin, 'must be https:// and a host name that the internet knows, without a path')
    .optional(),
  /** Address of a stand-in of WeChat Pay on this machine, to try payments with; not in production. */
  WATTYARD_WECHAT_PAY_STAND_IN: z
    .string()
    .refine(isOnThisMachine, 'must be http:// and a port of this machine, such as http://127.0.0.1:18090')
    .optional(),
  /** Hosts in this installation's own networks that mail and text messages may use, comma separated. */
  WATTYARD_PRIVATE_HOSTS: z.string().default(''),
  /** Commit from which the product was packed; without it the commit of the clone is read. */
  WATTYARD_COMMIT: z.string().optional(),
  /** Services of the assistant on this machine or its network, `host:port`, comma separated; other services must be public. */
  WATTYARD_ASSISTANT_LOCAL_HOSTS: z
    .string()
    .regex(/^([\w.-]+|\[[0-9a-f:]+\]):\d{1,5}(,([\w.-]+|\[[0-9a-f:]+\]):\d{1,5})*$/i)
    .optional(),
  /** Whether the first start of the demo profile creates eight past days; 0 starts empty. */
  WATTYARD_DEMO_HISTORY: z.enum(['0', '1']).default('1'),
})

export type Environment = ReturnType<typeof readEnvironment>

/**
 * Returns the chosen messaging app.
 * @throws Error when the official account is chosen without all its settings
 */
function messagingApp(env: z.infer<typeof schema>): MessagingAppChoice | undefined {
  const {
    WATTYARD_MESSAGING_APP: kind,
    WATTYARD_WECHAT_APP_ID: appId,
    WATTYARD_WECHAT_SECRET: secret,
    WATTYARD_WECHAT_TOKEN: token,
  } = env
  if (kind !== 'officialAccount') return kind === undefined ? undefined : { kind }
  if (!appId || !secret || !token)
    throw new Error(
      'WATTYARD_MESSAGING_APP=officialAccount needs WATTYARD_WECHAT_APP_ID, WATTYARD_WECHAT_SECRET and WATTYARD_WECHAT_TOKEN',
    )
  return { kind, appId, secret, token }
}

/**
 * Returns the address of the stand-in of WeChat Pay; null for none.
 * @throws Error in production, where payments that nobody made would be credited
 */
function wechatPayStandIn({ WATTYARD_WECHAT_PAY_STAND_IN: url, WATTYARD_PROFILE: profile }: z.infer<typeof schema>) {
  if (url !== undefined && profile === 'production')
    throw new Error('WATTYARD_WECHAT_PAY_STAND_IN is for trying payments, not for WATTYARD_PROFILE=production')
  return url ?? null
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(one => one.trim())
    .filter(Boolean)
}

function foldersOf(list: string, otherwise: string): string[] {
  const named = listOf(list)
  return [...new Set((named.length > 0 ? named : [otherwise]).map(one => resolve(one)))]
}

/**
 * Reads the environment.
 * @throws Error naming every wrong variable and the expected value
 */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env) {
  const result = schema.safeParse(source)
  if (!result.success) {
    const problems = result.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`the environment is not understood:\n${problems.join('\n')}`)
  }
  const env = result.data
  const data = resolve(env.WATTYARD_DATA)
  const isDevelopment = env.WATTYARD_PROFILE === 'development'
  const profile: 'demo' | 'production' = env.WATTYARD_PROFILE === 'production' ? 'production' : 'demo'
  return {
    port: env.PORT,
    host: env.HOST,
    dataFolder: data,
    secretsFile: join(data, 'secrets.json'),
    /** Newest roots of the books, kept outside the database. */
    rootsFile: join(data, 'books-roots.jsonl'),
    databaseUrl: env.DATABASE_URL ?? null,
    profile,
    /** Adds test pages; in all else the development profile equals the demonstration. */
    development: isDevelopment ? { mqttUrl: env.WATTYARD_MQTT_URL ?? null } : null,
    adminPassword: env.WATTYARD_ADMIN_PASSWORD ?? null,
    poolSize: env.WATTYARD_POOL,
    logLevel: env.WATTYARD_LOG,
    trustProxy: env.WATTYARD_TRUST_PROXY.trim() === 'none' ? [] : listOf(env.WATTYARD_TRUST_PROXY),
    /** Whether the setting states what is in front of the server: a proxy, or nothing. */
    saysProxy: env.WATTYARD_TRUST_PROXY.trim() !== '',
    paymentAddress: env.WATTYARD_PAYMENT_ADDRESS ?? null,
    wechatPayStandIn: wechatPayStandIn(env),
    privateHosts: env.WATTYARD_PRIVATE_HOSTS.split(',').filter(Boolean),
    plainPileNetworks: env.WATTYARD_PLAIN_PILE_NETWORKS.split(',').filter(Boolean),
    pointNetworks: env.WATTYARD_POINT_NETWORKS.split(',')
      .map(text => text.trim())
      .filter(Boolean),
    tls:
      env.WATTYARD_TLS_CERT && env.WATTYARD_TLS_KEY ? { cert: env.WATTYARD_TLS_CERT, key: env.WATTYARD_TLS_KEY } : null,
    pileAddress: env.WATTYARD_PILE_ADDRESS ?? null,
    pileRate: env.WATTYARD_PILE_RATE,
    freeTry: env.WATTYARD_FREE_TRY === undefined ? profile === 'demo' : env.WATTYARD_FREE_TRY === '1',
    passwords: {
      ...(env.WATTYARD_PASSWORD_PROFILE === 'mlps' ? MLPS_PASSWORDS : {}),
      ...(env.WATTYARD_PASSWORD_LENGTH === undefined ? {} : { minLength: env.WATTYARD_PASSWORD_LENGTH }),
      ...(env.WATTYARD_PASSWORD_KINDS === undefined ? {} : { kinds: env.WATTYARD_PASSWORD_KINDS }),
      ...(env.WATTYARD_PASSWORD_MAX_AGE === undefined ? {} : { maxAgeDays: env.WATTYARD_PASSWORD_MAX_AGE }),
      ...(env.WATTYARD_PASSWORD_HISTORY === undefined ? {} : { remembered: env.WATTYARD_PASSWORD_HISTORY }),
    },
    hashCost: env.WATTYARD_PASSWORD_COST === 'least' ? LEAST_HASH_COST : HASH_COST,
    messagingApp: messagingApp(env),
    backupFolders: foldersOf(env.WATTYARD_BACKUPS, join(data, 'backups')),
    backupPassphraseFile: env.WATTYARD_BACKUP_PASSPHRASE_FILE ?? null,
    backupBeforeUpgrade: env.WATTYARD_BACKUP_BEFORE_UPGRADE === '1',
    commit: env.WATTYARD_COMMIT,
    assistantLocalHosts: (env.WATTYARD_ASSISTANT_LOCAL_HOSTS ?? '').toLowerCase().split(',').filter(Boolean),
    demoHistory: env.WATTYARD_DEMO_HISTORY === '1',
    demoFleet: profile === 'demo' ? env.WATTYARD_DEMO_FLEET : 0,
  }
}
