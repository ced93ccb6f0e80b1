import { computed, defineResource, field, optional } from '@wattyard/resource'
import { MOST_FILES } from './notice-file.ts'

/** `scheduled` until it begins · `published` · `ended` by its time · `withdrawn` by a person. */
export const NOTICE_STATES = ['draft', 'scheduled', 'published', 'ended', 'withdrawn'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** A notice to the people of the tenant. */
export const notice = defineResource({
  name: 'notifications.notice',
  path: 'activity/notice',
  scope: 'shared',
  writes: 'crud',
  fields: {
    /** Chinese text, shown where the reader's language is missing. */
    title: field.text({ max: 100 }),
    titleEn: optional(field.text({ max: 100 })),
    titleEs: optional(field.text({ max: 100 })),
    body: field.richText(),
    bodyEn: optional(field.richText()),
    bodyEs: optional(field.richText()),
    /** Limited by the tenant's rule (`NOTICE_FILES`). */
    attachments: optional(field.files({ max: MOST_FILES })),
    /** When empty: from publication. */
    starts: optional(field.instant()),
    /** When empty: until it is withdrawn. */
    ends: optional(field.instant()),
    /** With neither roles nor offices, the notice is for everybody. */
    roleIds: optional(field.refs('identity.role', { max: 20 })),
    officeIds: optional(field.refs('identity.office', { max: 20 })),
    isPinned: field.boolean({ initial: false }),
    mustConfirm: field.boolean({ initial: false }),
    state: computed(field.oneOf(NOTICE_STATES)),
    published: computed(optional(field.instant())),
    publishedBy: computed(optional(field.text({ max: 100 }))),
  },
  list: {
    columns: [
      'title',
      'state',
      'starts',
      'ends',
      'roleIds',
      'officeIds',
      'isPinned',
      'mustConfirm',
      'publishedBy',
      'createdAt',
    ],
    filters: ['title', 'state', 'starts', 'isPinned', 'mustConfirm', 'createdAt'],
    sort: '-createdAt',
    sorts: ['starts', 'title'],
    search: ['title', 'titleEn', 'titleEs'],
  },
  form: [
    ['title'],
    ['body'],
    ['titleEn'],
    ['bodyEn'],
    ['titleEs'],
    ['bodyEs'],
    ['attachments'],
    ['starts', 'ends'],
    ['roleIds', 'officeIds'],
    ['isPinned', 'mustConfirm'],
  ],
  label: 'title',
  labelIn: { en: 'titleEn', es: 'titleEs' },
  commands: {
    publish: { on: 'one', confirm: true },
    withdraw: { on: 'one', confirm: true },
    /** Notifies the people who have not read it again. */
    remind: { on: 'one', confirm: true },
  },
  exchange: { export: false },
})

/** Topic of the live news that notices have changed. */
export const NOTICE_NEWS = 'notifications.notice'
