import { createPrivateKey, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ppm } from '@wattyard/money'
import { DAY_MS } from '@wattyard/time'
import { z } from 'zod'
import type { MerchantText } from './merchants.ts'
import {
  KEY_MODES,
  type KeptKeys,
  type KeyMode,
  makePlatformKeys,
  makePrivateKey,
  publicPemOf,
} from './platform-keys.ts'
import { makeCertificate } from './self-made-certificate.ts'

const FIRST_MCHID = '1900000001'
const FIRST_APPID = 'wx0000000000000001'
/** 0.6 %, what most merchants pay. */
const USUAL_PPM = 6_000
const VALIDITY_MS = 5 * 365 * DAY_MS
/** Everything in the folder is a secret or belongs to one. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const keptKey = { serial: z.string(), privateKey: z.string() }
const platformFile = z.strictObject({
  certificates: z
    .array(z.strictObject({ ...keptKey, certificate: z.string(), listedUntil: z.number().nullable() }))
    .min(1),
  publicKey: z.strictObject(keptKey),
})
const merchantsFile = z
  .array(
    z.strictObject({
      mchid: z.string(),
      appids: z.array(z.string()).min(1),
      apiV3Key: z.string(),
      mode: z.enum(KEY_MODES),
      rate_ppm: z.int().min(0).max(1_000_000),
      certificates: z.array(z.strictObject({ serial: z.string(), publicKey: z.string() })).min(1),
    }),
  )
  .min(1)

/** Name of a merchant's own key, as the merchant platform gives it out. */
const KEY_FILE = 'apiclient_key.pem'

/** What a folder of a stand-in holds. */
export interface StandInFolder {
  keys: KeptKeys
  merchants: readonly MerchantText[]
  /** Where the transactions are kept. */
  bookFile: string
  keepKeys(keys: KeptKeys): void
  /** Reads the private key of a merchant that was made with the folder. @throws Error for another */
  readMerchantKey(mchid: string): string
}

/**
 * Opens the folder of a stand-in; a new one gets keys, and a first merchant whose own files lie beside under the names that
 * merchants know: `apiclient_key.pem`, `apiclient_cert.pem`, `pub_key.pem`.
 * @param mode of the first merchant
 * @throws Error that names the file that cannot be used
 */
export function openFolder(folder: string, mode: KeyMode, at: number): StandInFolder {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  const platform = join(folder, 'platform.json')
  const merchants = join(folder, 'merchants.json')
  const keepKeys = (keys: KeptKeys) => write(platform, keys)
  if (!existsSync(platform)) keepKeys(makePlatformKeys(at))
  const keys = read(platform, platformFile)
  if (!existsSync(merchants)) write(merchants, [makeFirstMerchant(folder, keys, mode, at)])
  return {
    keys,
    merchants: read(merchants, merchantsFile).map(({ rate_ppm, ...merchant }) => ({
      ...merchant,
      rate: ppm(BigInt(rate_ppm)),
    })),
    bookFile: join(folder, 'book.jsonl'),
    keepKeys,
    readMerchantKey: mchid => readFileSync(join(ownFolder(folder, mchid), KEY_FILE), 'utf8'),
  }
}

const ownFolder = (folder: string, mchid: string): string => join(folder, `merchant-${mchid}`)

function makeFirstMerchant(
  folder: string,
  keys: KeptKeys,
  mode: KeyMode,
  at: number,
): z.output<typeof merchantsFile>[number] {
  const privateKey = makePrivateKey()
  const validity = { from: at - DAY_MS, to: at + VALIDITY_MS }
  const { pem, serial } = makeCertificate(`Merchant ${FIRST_MCHID}`, createPrivateKey(privateKey), validity)
  const own = ownFolder(folder, FIRST_MCHID)
  mkdirSync(own, { recursive: true, mode: FOLDER_MODE })
  const files = {
    [KEY_FILE]: privateKey,
    'apiclient_cert.pem': pem,
    'pub_key.pem': publicPemOf(keys.publicKey.privateKey),
    'pub_key_id.txt': `${keys.publicKey.serial}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text, { mode: FILE_MODE })
  return {
    mchid: FIRST_MCHID,
    appids: [FIRST_APPID],
    apiV3Key: randomBytes(16).toString('hex'),
    mode,
    rate_ppm: USUAL_PPM,
    certificates: [{ serial, publicKey: publicPemOf(privateKey) }],
  }
}

function write(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: FILE_MODE })
}

function read<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`, { cause: error })
  }
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`)
  return result.data
}
