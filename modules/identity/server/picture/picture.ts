import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@wattyard/server-kit'
import { lettersOf } from './draw-picture.ts'
import { plainCode } from '../second-factor/second-factor.ts'

/** Wrong answers to one picture (trust W15). */
export const PICTURE_TRIES = 3
/** A picture is good until the end of the next of these spans. */
export const PICTURE_SPAN_MS = 5 * 60_000
/** Failures of an account or address before a picture code is required. */
export const PICTURE_AFTER = 3
/** Time without a failure after which it is no longer required, for people who cannot see it. As long as the longest lock. */
export const PICTURE_QUIET_MS = 15 * 60_000

export const PICTURE_NAME = /^[A-Za-z0-9-]{8,64}$/

/** Identity of a picture: the browser's pre-login secret, and the name that the browser chose. */
export interface PictureName {
  browser: string
  uuid: string
}

const digest = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()
const spanOf = (now: number): number => Math.floor(now / PICTURE_SPAN_MS)

/** Returns the seed of letters and drawing. Nothing is stored, so requests for pictures cannot fill the database. */
function seedOf(secret: Uint8Array, { browser, uuid }: PictureName, span: number): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['picture', browser, uuid, span]))
    .digest()
}

/** Returns the seed of the picture to show now. */
export function pictureSeed(secret: Uint8Array, name: PictureName, now: number): Buffer {
  return seedOf(secret, name, spanOf(now))
}

function isAnswer(secret: Uint8Array, name: PictureName, typed: string, now: number): boolean {
  const given = digest(plainCode(typed))
  // The one before too: it may have been shown a moment before the span ended.
  const matches = [0, 1].map(back =>
    timingSafeEqual(given, digest(lettersOf(seedOf(secret, name, spanOf(now) - back)))),
  )
  return matches.includes(true)
}

/**
 * Checks an answer to a picture: accepted at most once, with at most three tries. The row is written first, so that of many
 * simultaneous answers at most three are checked.
 */
export async function answerPicture(
  tx: Tx,
  secret: Uint8Array,
  name: PictureName,
  typed: string,
  now: number,
): Promise<boolean> {
  const id = digest(name.browser, name.uuid)
  const counted = await tx.execute(
    `insert into identity_picture as p (id, browser, tries, expires_at) values ($1, $2, 1, $3)
     on conflict (id) do update set tries = p.tries + 1 where p.tries < $4 and p.passed_at is null`,
    [id, digest(name.browser), new Date(now + 2 * PICTURE_SPAN_MS), PICTURE_TRIES],
  )
  if (counted !== 1 || !isAnswer(secret, name, typed, now)) return false
  await tx.execute('update identity_picture set passed_at = $2 where id = $1', [id, new Date(now)])
  return true
}

/**
 * Uses up one answered picture of a browser for one sign-in. Returns false when there is none; of two concurrent sign-ins one
 * gets it.
 */
export async function takePicture(tx: Tx, browser: string, now: number): Promise<boolean> {
  const taken = await tx.execute(
    `update identity_picture set used_at = $2 where id = (
       select id from identity_picture where browser = $1 and passed_at is not null and used_at is null and expires_at > $2
       limit 1 for update skip locked)`,
    [digest(browser), new Date(now)],
  )
  return taken === 1
}

/** Deletes rows of pictures. A picture can be derived again for its name within two spans, so rows are kept longer than that. */
export async function removeOldPictures(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_picture where expires_at < $1', [new Date(now - 2 * PICTURE_SPAN_MS)])
}
