import { type MenuView } from '../../contract/calls/menu.ts'
import { ApiError, confirm, Dialog, IconPicker, useDirty, useMay, useWords } from '@wattyard/console-kit'
import { BADGES, kindOfKey } from '@wattyard/pages'
import { Button, Input, Select, Switch } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { MAX_TITLE } from '../../contract/menu-entry.ts'
import { WhoSees } from './who-sees.tsx'
import { isChanged, isHiddenAnyway, isOwnKey, layoutFrom, titleIn, useMenuWrites } from './use-menu.ts'
import { shippedTitle } from './shipped-title.ts'

interface Draft {
  readonly titleZh: string
  readonly titleEn: string
  readonly titleEs: string
  readonly icon: string | null
  readonly badge: string | null
  readonly hidden: boolean
  readonly link: string
  readonly menuGroup: string
}

const TITLES = [
  ['titleZh', 'zh'],
  ['titleEn', 'en'],
  ['titleEs', 'es'],
] as const

function draftOf(menu: MenuView, key: string): Draft {
  const record = menu.entries.find(one => one.key === key)
  const layout = layoutFrom(menu)
  const entry = layout.flatMap(group => group.entries).find(one => one.key === key)
  const group = layout.find(one => one.key === key)
  return {
    titleZh: record?.titleZh ?? '',
    titleEn: record?.titleEn ?? '',
    titleEs: record?.titleEs ?? '',
    icon: record?.icon ?? null,
    badge: record?.badge ?? null,
    hidden: entry?.hidden ?? group?.hidden ?? false,
    link: record?.link ?? '',
    menuGroup: record?.menuGroup ?? 'system',
  }
}

/** Draws the form of one menu entry; the keys `group` and `link` create a new one of the tenant's own. */
export function EntryEditor({ menu, entryKey, onClose }: { menu: MenuView; entryKey: string; onClose: () => void }) {
  const { t, language } = useWords()
  const id = useId()
  const writes = useMenuWrites()
  const [before] = useState(() => draftOf(menu, entryKey))
  const [draft, setDraft] = useState(before)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const isDirty = JSON.stringify(before) !== JSON.stringify(draft)
  useDirty(isDirty)
  const record = menu.entries.find(one => one.key === entryKey)
  const isNew = entryKey === 'group' || entryKey === 'link'
  const kind = isNew ? entryKey : kindOfKey(entryKey)
  const mayWrite = [useMay('platform.menuEntry:create'), useMay('platform.menuEntry:update')][record ? 1 : 0] ?? false
  const change = (part: Partial<Draft>): void => setDraft(now => ({ ...now, ...part }))

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSaving(true)
    const { hidden, menuGroup, link, ...rest } = draft
    const said = Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, typeof value === 'string' ? value.trim() || null : value]),
    )
    const body = {
      ...(record ? { id: record.id, version: record.version } : { key: entryKey }),
      ...said,
      hidden: hidden === isHiddenAnyway(entryKey) ? null : hidden,
      ...(kind === 'link' ? { link: link.trim() || null, menuGroup } : {}),
    }
    writes
      .save(body)
      .then(onClose, (error: unknown) => setErrors(error instanceof ApiError ? (error.fields ?? {}) : {}))
      .finally(() => setSaving(false))
  }
  const title = isNew
    ? t(entryKey === 'group' ? 'platform.menu.newGroup' : 'platform.menu.newLink')
    : titleIn(menu, entryKey, language)
  const field = (key: string, label: string, control: (controlId: string) => ReactNode): ReactNode => (
    <div key={key} className="w-field">
      <label htmlFor={`${id}-${key}`}>{label}</label>
      {control(`${id}-${key}`)}
      {errors[key] && (
        <p id={`${id}-${key}-error`} className="w-field-error" role="alert">
          {errors[key]}
        </p>
      )}
    </div>
  )
  const stateOf = (key: string) =>
    errors[key] ? { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': `${id}-${key}-error` } : {}
  return (
    <Dialog
      open
      kind="drawer"
      width={480}
      title={title}
      onClose={onClose}
      foot={
        <>
          <TakeBack menu={menu} entryKey={entryKey} onDone={onClose} />
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={isSaving} disabled={!mayWrite || !isDirty}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <form id={id} className="w-form" noValidate onSubmit={submit}>
        {!isNew && <p className="w-mono w-quiet">{entryKey}</p>}
        {TITLES.map(([key, of]) =>
          field(key, t(`platform.menuEntry.${key}`), controlId => (
            <Input
              id={controlId}
              lang={of}
              autoComplete="off"
              maxLength={MAX_TITLE}
              disabled={!mayWrite}
              placeholder={isNew || isOwnKey(entryKey) ? undefined : shippedTitle(entryKey, of)}
              value={draft[key]}
              {...stateOf(key)}
              onChange={event => change({ [key]: event.target.value })}
            />
          )),
        )}
        {kind === 'link' &&
          field('link', t('platform.menuEntry.link'), controlId => (
            <Input
              id={controlId}
              type="url"
              autoComplete="off"
              maxLength={500}
              placeholder="https://"
              disabled={!mayWrite}
              value={draft.link}
              {...stateOf('link')}
              onChange={event => change({ link: event.target.value })}
            />
          ))}
        {kind === 'link' &&
          field('menuGroup', t('platform.menuEntry.menuGroup'), controlId => (
            <Select
              id={controlId}
              disabled={!mayWrite}
              value={draft.menuGroup}
              onChange={menuGroup => change({ menuGroup })}
              showSearch={{ optionFilterProp: 'label' }}
              options={layoutFrom(menu).map(group => ({ value: group.key, label: titleIn(menu, group.key, language) }))}
            />
          ))}
        <div className="w-form-row">
          {entryKey !== '/home' &&
            field('icon', t('platform.menuEntry.icon'), () => (
              <span>
                <IconPicker
                  label={t('platform.menuEntry.icon')}
                  value={draft.icon}
                  disabled={!mayWrite}
                  onChange={icon => change({ icon })}
                />
              </span>
            ))}
          {field('badge', t('platform.menuEntry.badge'), controlId => (
            <Select
              id={controlId}
              disabled={!mayWrite}
              value={draft.badge ?? ''}
              onChange={badge => change({ badge: badge || null })}
              options={['', ...BADGES].map(value => ({
                value,
                label: t(value ? `platform.menuEntry.badgeValue.${value}` : 'platform.menu.noBadge'),
              }))}
            />
          ))}
          {field('hidden', t('platform.menuEntry.hidden'), controlId => (
            <span>
              <Switch
                id={controlId}
                disabled={!mayWrite}
                checked={draft.hidden}
                onChange={hidden => change({ hidden })}
              />
            </span>
          ))}
        </div>
      </form>
      {kind === 'page' && <WhoSees menu={menu} path={entryKey} />}
    </Dialog>
  )
}

/** Draws the button that resets an entry to the product's, or deletes an own entry. */
function TakeBack({ menu, entryKey, onDone }: { menu: MenuView; entryKey: string; onDone: () => void }) {
  const { t, language } = useWords()
  const writes = useMenuWrites()
  const mayDelete = useMay('platform.menuEntry:delete')
  const record = menu.entries.find(one => one.key === entryKey)
  const isOwn = isOwnKey(entryKey)
  if (!record || !mayDelete || (!isOwn && !isChanged(menu, entryKey) && record.position === null)) return null
  const name = titleIn(menu, entryKey, language)
  const run = async (): Promise<void> => {
    const question = { title: t('platform.menu.remove'), text: t('platform.menu.removeText', { name }), danger: true }
    if (isOwn && !(await confirm(question))) return
    await writes.remove(record.id, t(isOwn ? 'platform.menu.saved' : 'platform.menu.wasReset'))
    onDone()
  }
  return (
    <Button danger={isOwn} onClick={() => void run().catch(() => undefined)}>
      {t(isOwn ? 'platform.menu.remove' : 'platform.menu.resetOne')}
    </Button>
  )
}
