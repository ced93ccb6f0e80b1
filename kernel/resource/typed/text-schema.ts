import { isOneLine, isPlainText, keepsDirection } from '@wattyard/calls'
import { z } from 'zod'
import type { TextFormat } from './formats.ts'

/** Returns a schema for text of any lines without characters that must not be stored; spaces at its ends are taken away. */
const trimmed = (max: number): z.ZodType<string> =>
  z
    .string()
    .max(max)
    .refine(isPlainText, { error: 'forbiddenCharacter' })
    .transform(text => text.trim())

/** Returns a schema for one line of text that contains no characters changing the direction of the text after them. */
export function line(max: number, format?: TextFormat): z.ZodType<string> {
  const one = z
    .string()
    .min(1)
    .refine(isOneLine, { error: 'oneLine' })
    .refine(keepsDirection, { error: 'forbiddenCharacter' })
  return trimmed(max).pipe(format ? one.refine(format.fits, { error: format.fault }) : one)
}

/** Returns a schema for text of any lines that is not empty. */
export const lines = (max: number): z.ZodType<string> => trimmed(max).pipe(z.string().min(1))
