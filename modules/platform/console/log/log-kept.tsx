import { useQueryClient } from '@tanstack/react-query'
import { Dialog, NumberInput, toast, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { saveSetting } from '../setting/stored-setting.ts'

/** Shortest retention in days: the law requires half a year, and the server refuses less. */
const LEAST_DAYS = 180
const MOST_DAYS = 3_650

export interface KeptItem {
  /** Key of the setting, such as `gateway.eventKeepDays`. */
  readonly setting: string
  readonly days: number
  /** Name of the retained lines, in the reader's language. */
  readonly title: string
}

/** Draws the retention of a log's lines, with a dialog to change it for people who may. */
export function LogKept({ items, refresh }: { items: readonly KeptItem[]; refresh: string }) {
  const { t } = useWords()
  const mayChange = useMay('platform.setting:update')
  const [open, setOpen] = useState(false)
  return (
    <span className="w-quiet platform-log-kept">
      {items.map(({ title, days }) => t('platform.audit.keptDays', { title, count: days })).join(' · ')}
      {mayChange && (
        <>
          {' '}
          <button type="button" className="w-link-button" onClick={() => setOpen(true)}>
            {t('platform.audit.changeKept')}
          </button>
        </>
      )}
      {open && <KeptDialog items={items} refresh={refresh} onClose={() => setOpen(false)} />}
    </span>
  )
}

function KeptDialog({ items, refresh, onClose }: { items: readonly KeptItem[]; refresh: string; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [days, setDays] = useState<Record<string, number | null>>({})
  const [busy, setBusy] = useState(false)
  const changed = items.filter(({ setting, days: now }) => (days[setting] ?? now) !== now)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      for (const { setting } of changed) await saveSetting(setting, days[setting] ?? null)
      await queries.invalidateQueries({ queryKey: [refresh] })
      toast.good(t('platform.audit.keptSaved'))
      onClose()
    } catch {
      // The API client has shown the error; the dialog stays open.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('platform.audit.changeKept')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={busy} disabled={changed.length === 0} onClick={() => void save()}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      {items.map(({ setting, title, days: now }) => (
        <div key={setting} className="w-field">
          <label htmlFor={setting}>{title}</label>
          <NumberInput
            id={setting}
            min={LEAST_DAYS}
            max={MOST_DAYS}
            precision={0}
            value={days[setting] ?? now}
            suffix={t('platform.audit.days')}
            onChange={value => setDays(before => ({ ...before, [setting]: value }))}
            style={{ width: 200 }}
          />
        </div>
      ))}
      <p className="w-field-hint">{t('platform.audit.keptHint', { least: LEAST_DAYS })}</p>
    </Dialog>
  )
}
