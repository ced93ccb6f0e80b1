import { createHash } from 'node:crypto'
import { address, day, matching } from '@wattyard/pay-frame'
import { z } from 'zod'

// pay.weixin.qq.com/docs/merchant/apis/native-payment/get-trade-bill.html

const GZIP = z.literal('GZIP')

/** Asks for the payments and refunds of a day of China; the file of a day is ready at 10:00 of the next. */
export const tradeBill = z.object({
  bill_date: day(),
  bill_type: z.enum(['ALL', 'SUCCESS', 'REFUND']).optional(),
  tar_type: GZIP.optional(),
})

/** Asks for the movements of an account of the merchant. */
export const fundFlowBill = z.object({
  bill_date: day(),
  account_type: z.enum(['BASIC', 'OPERATION', 'FEES']).optional(),
  tar_type: GZIP.optional(),
})

/** Where the file is. The address is valid for minutes; it is fetched with a signed request, and its answer is not signed. */
export const billAnswer = z.object({
  hash_type: z.literal('SHA1'),
  /** Of the file before compression. */
  hash_value: matching(/[0-9a-fA-F]{40}/),
  download_url: address(['https:', 'http:'], 2_048),
})
export type BillAnswer = z.output<typeof billAnswer>

/** Returns the hash that a bill answer states for a file, lower-case hexadecimal. */
export function billHash(uncompressed: Uint8Array): string {
  return createHash('sha1').update(uncompressed).digest('hex')
}

/** Returns whether a file, decompressed if it was compressed, is the announced one: nothing else vouches for its content. */
export function isAnnouncedBill(answer: BillAnswer, uncompressed: Uint8Array): boolean {
  return billHash(uncompressed) === answer.hash_value.toLowerCase()
}
