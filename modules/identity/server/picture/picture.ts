import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@wattyard/server-kit'
import { lettersOf } from './draw-picture.ts'
import { plainCode } from '../second-factor/second-factor.ts'

/** Wrong answers to one picture (trust W15). */
export const PICTURE_TRIES = 3
/** A picture is good until the end of the next of these spans. */
export const PICTURE_SPAN_MS = 5 * 60_000
/** Failures of an account or address before the picture is asked for. */
export const PICTURE_AFTER = 3
/** After so long without a failure it is not: the way for who cannot see it. As long as the longest lock. */
export const PICTURE_QUIET_MS = 15 * 60_000

export const PICTURE_NAME = /^[A-Za-z0-9-]{8,64}$/

/** Which picture is meant: the browser by its pre-login secret, the picture by the name the browser gave it. */
export interface PictureName {
  browser: string
  uuid: string
}

const digest = (...parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()
const spanOf = (now: number): number => Math.floor(now / PICTURE_SPAN_MS)

/** What the letters and the drawing follow from. Nothing is stored: asking for pictures cannot fill the database. */
function seedOf(secret: Uint8Array, { browser, uuid }: PictureName, span: number): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['picture', browser, uuid, span]))
    .digest()
}

/** Seed of the picture to show now. */
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
 * Answers a picture: right at most once, wrong at most three times. The row is written first, so that of many answers
 * at the same moment no more than three are looked at.
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

/** Takes one answered picture of a browser for one sign-in. False when there is none: of two at once one gets it. */
export async function takePicture(tx: Tx, browser: string, now: number): Promise<boolean> {
  const taken = await tx.execute(
    `update identity_picture set used_at = $2 where id = (
       select id from identity_picture where browser = $1 and passed_at is not null and used_at is null and expires_at > $2
       limit 1 for update skip locked)`,
    [digest(browser), new Date(now)],
  )
  return taken === 1
}

/** Pictures are derived again for their name within two spans, so their rows stay a little longer. */
export async function removeOldPictures(tx: Tx, now: number): Promise<void> {
  await tx.execute('delete from identity_picture where expires_at < $1', [new Date(now - 2 * PICTURE_SPAN_MS)])
}
