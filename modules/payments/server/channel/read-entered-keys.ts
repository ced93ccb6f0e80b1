import { PayError, readPrivateKey, readPublicKey } from '@wattyard/pay-frame'
import type { CommandInput } from '@wattyard/resource'
import { invalid, type MessageRef } from '@wattyard/server-kit'
import type { channel } from '../../contract/index.ts'
import type { EnteredKeys } from './stored-keys.ts'

const API_V3_KEY_BYTES = 32
const SERIAL = /^[0-9A-Fa-f]{8,64}$/
const PUBLIC_KEY_ID = /^PUB_KEY_ID_[0-9A-Za-z]{8,53}$/

/** Where a PEM file says what it holds. */
const MARKS = /-----(BEGIN|END) [A-Z ]+-----/g

/** Returns the base64 of a PEM file: a field of one line takes its line ends away, and then nobody can read it as one. */
const bareBase64 = (text: string): string => text.replaceAll(MARKS, '').replaceAll(/\s/g, '')

/**
 * Returns the keys that somebody entered for a merchant of WeChat Pay, in one form.
 * @throws Refusal on the fields that are none; never with what was entered
 */
export function readEnteredKeys({
  serial,
  privateKey,
  apiV3Key,
  publicKeyId,
  publicKey,
}: CommandInput<typeof channel, 'connect'>): EnteredKeys {
  const wrong: Record<string, MessageRef> = {}
  const own = bareBase64(privateKey)
  if (!SERIAL.test(serial)) wrong.serial = { key: 'payments.field.noSerial' }
  if (!isKey(() => readPrivateKey(own))) wrong.privateKey = { key: 'payments.field.noPrivateKey' }
  if (Buffer.byteLength(apiV3Key) !== API_V3_KEY_BYTES) wrong.apiV3Key = { key: 'payments.field.noApiKey' }
  const id = publicKeyId ?? ''
  const pem = bareBase64(publicKey ?? '')
  if (id !== '' && !PUBLIC_KEY_ID.test(id)) wrong.publicKeyId = { key: 'payments.field.noPublicKeyId' }
  if (id === '' && pem !== '') wrong.publicKeyId = { key: 'kernel.field.required' }
  if (id !== '' && !isKey(() => readPublicKey(pem))) wrong.publicKey = { key: 'payments.field.noPublicKey' }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return {
    serial: serial.toUpperCase(),
    privateKey: own,
    apiV3Key,
    publicKey: id === '' ? null : { id, pem: readPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString() },
  }
}

function isKey(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof PayError) return false
    throw error
  }
}
