import { api, confirm, toast, useInvalidate, useWords } from '@wattyard/console-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { type ImportTemplate, saveImportTemplate, deleteImportTemplate } from '../../contract/calls/import.ts'
import type { Chosen } from './choose-mapping.ts'

interface BarProps {
  chosen: Exclude<Chosen, { kind: 'format' }>
  templates: readonly ImportTemplate[]
  /** All required columns are matched, so the mapping can be stored. */
  isComplete: boolean
  onChoose: (chosen: Chosen) => void
}

/** Draws the controls that store the way of reading this file under a name, or change, rename or delete a chosen template. */
export function TemplateBar({ chosen, templates, isComplete, onChoose }: BarProps) {
  const { t } = useWords()
  const invalidate = useInvalidate()
  const current = chosen.kind === 'template' ? templates.find(one => one.id === chosen.id) : undefined
  const [typed, setTyped] = useState<{ of: string | null; name: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const of = current?.id ?? null
  const name = typed?.of === of ? typed.name : (current?.name ?? '')
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      await invalidate('charging.importTemplate')
    } catch {
      // The API client has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  const save = (known: ImportTemplate | undefined) =>
    run(async () => {
      const { zone, mapping } = chosen
      const body = { ...(known && { id: known.id, version: known.version }), name: name.trim(), zone, mapping }
      const kept = await api.call(saveImportTemplate, body, { json: true })
      await invalidate('charging.importTemplate')
      onChoose({ kind: 'template', id: kept.id, zone, mapping })
      toast.good(t('charging.importMap.kept', { name: kept.name }))
    })
  const drop = async (known: ImportTemplate): Promise<void> => {
    const isSure = await confirm({ title: t('charging.importMap.dropAsk', { name: known.name }), danger: true })
    if (!isSure) return
    await run(async () => {
      await api.call(deleteImportTemplate, { id: known.id })
      onChoose({ kind: 'match', zone: chosen.zone, mapping: chosen.mapping })
    })
  }
  return (
    <section className="ch-template">
      <div className="ch-field">
        <label htmlFor="import-template">{t('charging.importMap.template')}</label>
        <Input
          id="import-template"
          value={name}
          maxLength={60}
          onChange={event => setTyped({ of, name: event.target.value })}
        />
      </div>
      <Button disabled={!isComplete || name.trim() === ''} loading={isBusy} onClick={() => void save(current)}>
        {t(current ? 'charging.importMap.change' : 'charging.importMap.keep')}
      </Button>
      {current && (
        <Button danger disabled={isBusy} onClick={() => void drop(current)}>
          {t('charging.importMap.drop')}
        </Button>
      )}
    </section>
  )
}
