import { GROUPS, ICONS, kindOfKey, routeAt, safeLink } from '@wattyard/pages'
import type { MessageRef } from '@wattyard/server-kit'
import { hasHidden, looksOf } from '../../contract/look-alike.ts'
import { type MenuRow, textsByLanguage } from './make-wording.ts'

/** Page for arranging the menu. A person who hid it could not find it again. */
export const OWN_PAGE = '/console/menuemanage'

const LANGUAGES = ['zh', 'en', 'es'] as const
const TITLE = { zh: 'titleZh', en: 'titleEn', es: 'titleEs' } as const

const titlesOf = (row: MenuRow) =>
  textsByLanguage(row.title_zh, row.title_en, row.title_es, row.key.startsWith('group-') || row.key.startsWith('link-'))

/** Group that holds a page or link, by its change or by the contract. */
function groupOf(row: Pick<MenuRow, 'key' | 'menu_group'>): string | null {
  return row.menu_group ?? routeAt(row.key)?.meta.group ?? null
}

function isGroup(key: string, others: readonly MenuRow[]): boolean {
  return GROUPS.some(group => group === key) || (kindOfKey(key) === 'group' && others.some(row => row.key === key))
}

function flawsOfTitles(row: MenuRow, others: readonly MenuRow[]): Record<string, MessageRef> {
  const flaws: Record<string, MessageRef> = {}
  for (const language of LANGUAGES) {
    const title = { zh: row.title_zh, en: row.title_en, es: row.title_es }[language]
    if (title === null) continue
    const taken = others.some(other => looksOf(titlesOf(other)[language] ?? '') === looksOf(title))
    if (hasHidden(title)) flaws[TITLE[language]] = { key: 'kernel.field.forbiddenCharacter' }
    else if (taken) flaws[TITLE[language]] = { key: 'platform.field.looksTaken' }
  }
  return flaws
}

/** Returns errors of position: groups are at the top level, pages and links inside an existing group. */
function flawsOfPlace(row: MenuRow, others: readonly MenuRow[]): Record<string, MessageRef> {
  const kind = kindOfKey(row.key)
  if (kind === 'group') return row.menu_group === null ? {} : { menuGroup: { key: 'platform.field.groupInGroup' } }
  if (row.menu_group !== null && !isGroup(row.menu_group, others))
    return { menuGroup: { key: 'platform.field.noSuchGroup' } }
  if (kind === 'link' && row.menu_group === null) return { menuGroup: { key: 'kernel.field.required' } }
  return row.key === '/home' && row.menu_group !== null ? { menuGroup: { key: 'platform.field.staysOutside' } } : {}
}

/** Returns whether this row, with the others, would hide the page for arranging the menu. */
function hidesItself(row: MenuRow, others: readonly MenuRow[]): boolean {
  const rows = [row, ...others]
  const page = rows.find(({ key }) => key === OWN_PAGE)
  const group = rows.find(({ key }) => key === groupOf(page ?? { key: OWN_PAGE, menu_group: null }))
  return page?.hidden === true || group?.hidden === true
}

/** Returns the errors of a menu change to be stored; empty when it is valid. */
export function problemsOfMenu(row: MenuRow, others: readonly MenuRow[]): Record<string, MessageRef> {
  const kind = kindOfKey(row.key)
  if (kind === null && row.key !== '/home') return { key: { key: 'platform.field.noSuchEntry' } }
  const flaws = { ...flawsOfPlace(row, others), ...flawsOfTitles(row, others) }
  if (kind === 'link' && (row.link === null || safeLink(row.link) === null))
    flaws.link = { key: row.link === null ? 'kernel.field.required' : 'platform.field.unsafeLink' }
  if (row.icon !== null && !ICONS.some(icon => icon === row.icon)) flaws.icon = { key: 'kernel.field.notOneOf' }
  if (kind !== 'link' && row.link !== null) flaws.link = { key: 'platform.field.noLinkHere' }
  const isOwn = kind === 'link' || row.key.startsWith('group-')
  if (isOwn && Object.keys(titlesOf(row)).length === 0) flaws.titleZh = { key: 'kernel.field.required' }
  if (row.key === '/home' && row.hidden) flaws.hidden = { key: 'platform.field.staysOutside' }
  if (hidesItself(row, others)) flaws.hidden = { key: 'platform.field.keepsItself' }
  return flaws
}
