import { computed, defineResource, field, optional } from '@wattyard/resource'

export const TAG_KINDS = ['rfid', 'app', 'vin'] as const
export type TagKind = (typeof TAG_KINDS)[number]
export const TAG_STATUSES = ['active', 'blocked', 'lost'] as const
export type TagStatus = (typeof TAG_STATUSES)[number]

/**
 * Longest token: OCPP 2.0.1 allows 36 characters (idToken), 1.6 only 20 (IdTag), a VIN has 17
 * (ISO 3779).
 */
export const MAX_TAG = 36

/** An identification that a driver presents to a pile: a card, the app's own token, or the car's VIN. */
export const tag = defineResource({
  name: 'members.tag',
  path: 'member/tag',
  scope: 'shared',
  writes: 'commands-only',
  fields: {
    tag: computed(field.code({ max: MAX_TAG })),
    kind: computed(field.oneOf(TAG_KINDS)),
    status: computed(field.oneOf(TAG_STATUSES)),
    member: computed(field.ref('members.member')),
    expiresAt: computed(optional(field.instant())),
  },
  list: {
    columns: ['tag', 'kind', 'status', 'member', 'expiresAt', 'createdAt'],
    filters: ['tag', 'kind', 'status', 'member'],
    sort: '-createdAt',
  },
  masked: { tag: 'card' },
  label: 'tag',
  unique: [['tag']],
  commands: {
    issue: {
      on: 'none',
      input: {
        tag: field.code({ max: MAX_TAG }),
        kind: field.oneOf(TAG_KINDS),
        member: field.ref('members.member'),
        expiresAt: optional(field.instant()),
      },
    },
    block: { on: 'batch', confirm: true },
    reportLost: { on: 'batch', confirm: true },
    unblock: { on: 'batch' },
  },
})
