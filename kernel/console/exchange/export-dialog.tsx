import { detailGroups } from '@wattyard/resource'
import { Button } from 'antd'
import { useState } from 'react'
import { showNumber } from '@wattyard/resource'
import { abbreviate } from '../format/text.ts'
import { shownColumns } from '../resource/list/column-settings.ts'
import { useListQuery } from '../resource/hooks.ts'
import { usePage } from '../resource/page-context.tsx'
import { isReason, ReasonField } from '../personal/reason-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useZone } from '../ui/shown.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { type ExportState, useExport } from './use-export.ts'

const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** Draws the export dialog: columns and format, then the stream with its progress. The list's filters and order apply. */
export function ExportDialog() {
  const { resource, state, columns, settings, answer, open } = usePage()
  const { t, language } = useWords()
  const zone = useZone()
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('xlsx')
  const [all, setAll] = useState(false)
  const [inClear, setInClear] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { page: _page, pageSize: _size, ...filters } = useListQuery(resource, state)
  const { state: progress, run, cancel } = useExport(resource)
  const isRunning = progress.step === 'running'
  const mayClear = answer?.can.includes('exportInClear') ?? false
  const start = (): void => {
    setMissing(inClear && !isReason(reason))
    if (inClear && !isReason(reason)) return
    const chosen = all
      ? detailGroups(resource)
          .flatMap(({ fields }) => fields.map(([key]) => key))
          .filter(key => key !== 'updatedAt')
      : shownColumns(columns, settings)
    void run({ ...filters, format, columns: [...new Set(chosen)], zone, ...(inClear ? { reason: reason.trim() } : {}) })
  }
  const close = (): void => {
    cancel()
    open(null)
  }
  const count = showNumber(answer?.total ?? 0, language)
  return (
    <Dialog
      open
      width={460}
      title={t('kit.export')}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>
            {t(isRunning ? 'kit.cancelExport' : progress.step === 'done' ? 'kit.close' : 'kit.cancel')}
          </Button>
          {progress.step !== 'done' && (
            <Button type="primary" loading={isRunning} onClick={start}>
              {t('kit.export')}
            </Button>
          )}
        </>
      }
    >
      <fieldset className="w-fieldset" disabled={isRunning}>
        <legend>{t('kit.exportRows', { count: answer?.capped ? `> ${count}` : count })}</legend>
        {FORMATS.map(one => (
          <label key={one} className="w-tick">
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {t(`kit.format.${one}`)}
          </label>
        ))}
      </fieldset>
      <fieldset className="w-fieldset" disabled={isRunning}>
        <legend>{t('kit.columns')}</legend>
        {[false, true].map(one => (
          <label key={String(one)} className="w-tick">
            <input type="radio" name="columns" checked={all === one} onChange={() => setAll(one)} />
            {t(one ? 'kit.exportAllColumns' : 'kit.exportShownColumns')}
          </label>
        ))}
      </fieldset>
      {mayClear && (
        <fieldset className="w-fieldset" disabled={isRunning}>
          <legend>{t('kit.personal.noun')}</legend>
          <label className="w-tick">
            <input type="checkbox" checked={inClear} onChange={event => setInClear(event.target.checked)} />
            {t('kit.personal.exportInClear')}
          </label>
          <p className="w-quiet">{t('kit.personal.exportLogged')}</p>
          {inClear && <ReasonField value={reason} isMissing={isMissing} onChange={setReason} />}
        </fieldset>
      )}
      <Progress state={progress} />
    </Dialog>
  )
}

function Progress({ state }: { state: ExportState }) {
  const { t, language } = useWords()
  if (state.step === 'idle') return null
  if (state.step === 'failed') return <ErrorState error={state.error} />
  const size = `${abbreviate(state.bytes)}B`
  return (
    <output>
      <progress
        className="w-progress"
        max={state.total || undefined}
        value={state.step === 'done' ? state.total || 1 : state.rows || undefined}
      />
      <p className="w-quiet w-num">
        {state.step === 'done'
          ? t('kit.exported', { count: showNumber(state.rows, language), size })
          : t('kit.exporting', {
              rows: showNumber(state.rows, language),
              total: showNumber(state.total, language),
              size,
            })}
      </p>
    </output>
  )
}
