import { listShareLinks, makeShareLink, withdrawShareLink } from '@wattyard/calls'
import {
  actorOf,
  audit,
  type Call,
  makeSheet,
  may,
  nameOfRecord,
  RECORD_SHEET,
  Refusal,
  type ResourceIndex,
  type Route,
  serveCall,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { insertLink, listLinks, withdrawLink } from './share-rows.ts'

/** Path of links, relative to the product's address. */
export const SHARE_PATH = '/pubapi/share'

/** Permission to make links of sheets that the person may read. */
export const MAKE_LINKS = 'platform.shareLink:make'

/** Services needed to make and open links. */
export interface ShareWorld {
  index: ResourceIndex
  clock: Clock
}

/** Checks that the caller may read the sheet, and returns its title and place. */
async function sheetToShare(
  { tx, caller, language, translate, input }: Call<{ resource: string; kind: string; id: string }>,
  { index, clock }: ShareWorld,
) {
  // Without this check a caller could read the sheet through its own link.
  if (!may(caller, `${input.resource}:read`)) throw new Refusal('kernel.forbidden', { status: 403 })
  const zone = (await index.houseOf?.(tx))?.zone ?? 'Asia/Shanghai'
  const { title, place } = await makeSheet({ tx, caller, index, language, translate, zone, now: clock.now() }, input)
  // A link's title has to name its record. The sheet of all fields already has the record's name as title.
  const isNamed = input.kind === RECORD_SHEET
  const name = isNamed ? null : await nameOfRecord(tx, index, input.resource, input.id, language)
  return { title: name && !title.includes(name) ? `${title} ${name}` : title, place }
}

/** Returns the routes to make, list and withdraw links. They are recorded in the record's history. */
export function shareRoutes(world: ShareWorld): Route[] {
  const { clock, index } = world
  return [
    serveCall(makeShareLink, {
      work: 'write',
      async handle(call) {
        const { tx, caller, input } = call
        const { title, place = { operatorId: null, stationId: null } } = await sheetToShare(call, world)
        const now = clock.now()
        const { days, ...name } = input
        const { id, secret, expiresAt } = await insertLink(tx, caller, { name, title, place, days, now })
        const after = { sheet: input.kind, expiresAt, link: id }
        await audit(tx, actorOf(call), [{ resource: input.resource, recordId: input.id, action: 'share', after }], now)
        return { id, path: `/chg${SHARE_PATH}?t=${secret}`, expiresAt }
      },
    }),
    serveCall(listShareLinks, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const now = clock.now()
        const { list, total } = await listLinks(tx, caller, index, input)
        return {
          list: list.map(row => ({ ...row, isLive: row.withdrawnAt === null && row.expiresAt > now })),
          total,
          asOf: now,
        }
      },
    }),
    serveCall(withdrawShareLink, {
      work: 'write',
      async handle(call) {
        const { tx, caller, input } = call
        const now = clock.now()
        const row = await withdrawLink(tx, caller, index, { id: input.id, now })
        const after = { sheet: row.kind, link: row.id, openings: row.openings }
        const entry = { resource: row.resource, recordId: row.recordId, action: 'unshare', after }
        if (row.withdrawnAt === null) await audit(tx, actorOf(call), [entry], now)
        return null
      },
    }),
  ]
}
