import { ecb } from '@noble/ciphers/aes.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js'

/**
 * Returns a password as hex, encrypted by AES-ECB with PKCS7 padding under the server's hex key, as the contract asks (§5). This
 * only hides it from onlookers and logs: TLS and the server's single-use key protect it (trust W1).
 */
export function encryptPassword(password: string, keyHex: string): string {
  return bytesToHex(ecb(hexToBytes(keyHex)).encrypt(utf8ToBytes(password)))
}
