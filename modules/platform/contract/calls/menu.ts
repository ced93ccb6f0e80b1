import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

const text = z.string().nullable()

export const wholeMenu = defineCall({
  method: 'GET',
  path: '/api/console/menuemanage/all',
  access: 'platform.menuEntry:read',
  summary: 'changes of the menu, what opens each page, and what each role sees',
  input: z.looseObject({}),
  output: z.object({
    /** Stored changes with the ids and versions that `save` and `del` need. */
    entries: z.array(
      z.object({
        id: z.string(),
        version: z.int(),
        key: z.string(),
        menuGroup: text,
        position: z.int().nullable(),
        hidden: z.boolean().nullable(),
        icon: text,
        badge: text,
        link: text,
        titleZh: text,
        titleEn: text,
        titleEs: text,
      }),
    ),
    /** Permissions of which one opens the page, per built page; empty when everybody gets it. */
    opens: z.record(z.string(), z.array(z.string())),
    /** Menu of a person with one role alone, for the preview. */
    roles: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        menus: z.array(z.object({ code: z.string() })),
      }),
    ),
  }),
})
export type MenuView = CallAnswer<typeof wholeMenu>
export type RoleVisitor = MenuView['roles'][number]

export const arrangeMenu = defineCall({
  method: 'POST',
  path: '/api/console/menuemanage/arrange',
  access: 'platform.menuEntry:update',
  summary: 'order of the groups, or of the entries of a group',
  input: z.strictObject({
    /** Group whose entries are sorted; null or empty to sort the groups themselves. */
    group: z
      .string()
      .max(80)
      .transform(given => given || null)
      .nullable()
      .default(null),
    keys: z.array(z.string().max(80)).min(1).max(300),
  }),
  output: z.null(),
})

export const resetMenu = defineCall({
  method: 'POST',
  path: '/api/console/menuemanage/reset',
  access: 'platform.menuEntry:delete',
  summary: 'the menu as the product has it',
  input: z.strictObject({}),
  output: z.object({ changed: z.int() }),
})
