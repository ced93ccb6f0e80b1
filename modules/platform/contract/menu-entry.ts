import { BADGES } from '@wattyard/pages'
import { defineResource, field, optional } from '@wattyard/resource'

/** Longest title of an entry in characters; the sidebar is narrow. */
export const MAX_TITLE = 30
/** Most groups and links of a tenant's own, together. */
export const MAX_OWN = 60

/**
 * A tenant's change of one menu entry. The key is the path of a page, the key of a group, or that of a group or link of the
 * tenant's own. Empty fields keep the contract's value. Deleting the row restores that, or removes an own entry.
 */
export const menuEntry = defineResource({
  name: 'platform.menuEntry',
  path: 'console/menuemanage',
  scope: 'shared',
  writes: 'crud',
  fields: {
    key: field.serial({ max: 80, fixed: true }),
    menuGroup: optional(field.serial({ max: 40 })),
    position: optional(field.integer({ min: 0, max: 10_000 })),
    hidden: optional(field.boolean()),
    /** Name of an icon of the gallery. */
    icon: optional(field.serial({ max: 40 })),
    badge: optional(field.oneOf(BADGES)),
    /** A path of this origin or an https address. */
    link: optional(field.text({ max: 500 })),
    titleZh: optional(field.text({ max: MAX_TITLE })),
    titleEn: optional(field.text({ max: MAX_TITLE })),
    titleEs: optional(field.text({ max: MAX_TITLE })),
  },
  list: {
    columns: ['key', 'titleZh', 'titleEn', 'titleEs', 'menuGroup', 'position', 'hidden', 'icon', 'badge', 'link'],
    filters: ['menuGroup'],
    sort: 'key',
  },
  form: [['key', 'menuGroup', 'position'], ['titleZh', 'titleEn', 'titleEs'], ['icon', 'badge', 'hidden'], ['link']],
  texts: 'open',
  label: 'key',
  labelIn: { zh: 'titleZh', en: 'titleEn', es: 'titleEs' },
  unique: [['key']],
})

/** Returns the key of a new group or link of the tenant's own, made from a unique text. */
export function ownKey(kind: 'group' | 'link', random: string): string {
  return `${kind}-${random.replaceAll('-', '').toLowerCase()}`
}
