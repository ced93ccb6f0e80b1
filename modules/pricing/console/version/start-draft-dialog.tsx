import {
  ApiError,
  Dialog,
  MainButton,
  type StartDraftProps,
  useCommand,
  useVersions,
  useWords,
} from '@wattyard/console-kit'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PeriodKind } from '@wattyard/time'
import { type DRAFT_SOURCES, periodsOf, PROVINCE_TEMPLATES, createVersionDraft } from '../../contract/index.ts'
import type { Pair } from '../editor/edit-model.ts'
import { PriceInput } from '../editor/price-input.tsx'
import { PeriodMark } from '../period.tsx'
import { TemplatePicker } from './template-picker.tsx'

type Source = (typeof DRAFT_SOURCES)[number]
const PARTS = ['electricity', 'service'] as const

/** Draws the dialog for a new draft: empty, a copy of a version, or a province's calendar with the operator's own prices. */
export function StartDraftDialog({ versions, onClose }: StartDraftProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { ownerId, link } = useVersions()
  const [from, setFrom] = useState<Source>(versions.length > 0 ? 'version' : 'template')
  const [copyOf, setCopyOf] = useState(versions.find(one => one.state === 'published')?.id ?? versions[0]?.id ?? '')
  const [template, setTemplate] = useState<string | null>(null)
  const [prices, setPrices] = useState<Partial<Record<PeriodKind, Pair>>>({})
  const create = useCommand(createVersionDraft, { also: ['pricing.policy'] })
  const chosen = PROVINCE_TEMPLATES.find(one => one.key === template)
  const periods = chosen ? [...periodsOf(chosen)] : []
  const missing = periods.flatMap(period => PARTS.filter(part => !prices[period]?.[part])).length
  const whyNot = (): string | null => {
    if (from === 'version' && copyOf === '') return t('pricing.template.chooseVersion')
    if (from !== 'template') return null
    if (!chosen) return t('pricing.template.choose')
    return missing > 0 ? t('pricing.template.missing', { count: missing }) : null
  }
  const send = async (): Promise<void> => {
    const own = Object.fromEntries(periods.map(period => [period, { ...prices[period] }]))
    const input = {
      policy: ownerId,
      from,
      ...(from === 'version' ? { copyOf } : {}),
      ...(from === 'template' ? { template, prices: own } : {}),
    }
    try {
      const { id } = await create.mutateAsync({ input })
      onClose()
      await navigate(link(id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the client has shown the error
    }
  }
  return (
    <Dialog
      open
      width={760}
      title={t('pricing.version.createDraft')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <MainButton why={whyNot()} loading={create.isPending} onClick={() => void send()}>
            {t('pricing.version.createDraft')}
          </MainButton>
        </>
      }
    >
      <div className="pr-start">
        <Radio.Group
          value={from}
          onChange={event => setFrom(event.target.value as Source)} // one of the options below
          options={(['version', 'template', 'empty'] as const).map(value => ({
            value,
            label: t(`pricing.version.createDraftInput.fromValue.${value}`),
            disabled: value === 'version' && versions.length === 0,
          }))}
        />
        {from === 'version' && (
          <label className="pr-field">
            <span>{t('pricing.version.createDraftInput.copyOf')}</span>
            <select className="pr-input" value={copyOf} onChange={event => setCopyOf(event.target.value)}>
              {versions.map(one => (
                <option key={one.id} value={one.id}>
                  {t('kit.version.no', { number: one.number })} · {t(`pricing.version.stateValue.${one.state}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {from === 'template' && <TemplatePicker chosen={template} onChoose={setTemplate} />}
        {from === 'template' && chosen && (
          <fieldset className="pr-start-prices">
            <legend>{t('pricing.template.prices')}</legend>
            {periods.map(period => (
              <div key={period} className="w-row">
                <span className="pr-start-period">
                  <PeriodMark period={period} />
                </span>
                {PARTS.map(part => (
                  <label key={part} className="w-row">
                    <span className="w-quiet">{t(`pricing.${part}`)}</span>
                    <PriceInput
                      label={`${t(`pricing.period.${period}`)} ${t(`pricing.${part}`)}`}
                      value={prices[period]?.[part] ?? null}
                      onType={text =>
                        setPrices(before => ({
                          ...before,
                          [period]: { electricity: null, service: null, ...before[period], [part]: text },
                        }))
                      }
                    />
                  </label>
                ))}
              </div>
            ))}
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}
