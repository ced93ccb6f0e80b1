import { ecb } from '@noble/ciphers/aes.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js'

/**
 * AES-ECB with PKCS7 padding under the server's hex key, as the contract asks (§5); the answer is hex. It hides the
 * password from shoulders and logs only: what protects it is TLS and the server's single-use key (trust W1).
 */
export function encryptPassword(password: string, keyHex: string): string {
  return bytesToHex(ecb(hexToBytes(keyHex)).encrypt(utf8ToBytes(password)))
}
