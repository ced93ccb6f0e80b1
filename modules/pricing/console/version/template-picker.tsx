import { CheckCircleFilled, QuestionCircleFilled, WarningFilled } from '@ant-design/icons'
import { useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import {
  type DraftInterval,
  PROVINCE_TEMPLATES,
  type ProvinceTemplate,
  TEMPLATES_AS_OF,
  type TemplateMark,
} from '../../contract/index.ts'
import { monthsText } from '../editor/plan-words.ts'
import { MiniStrip } from './mini-strip.tsx'
import { isPeriodKind } from '@wattyard/time'

const MARKS: Readonly<Record<TemplateMark, { tone: string; Icon: typeof WarningFilled }>> = {
  'two-sources': { tone: 'good', Icon: CheckCircleFilled },
  'single-source': { tone: 'wait', Icon: QuestionCircleFilled },
  conflicting: { tone: 'bad', Icon: WarningFilled },
}

/** Draws the published calendars of the provinces. Each shows directly how far it is verified. */
export function TemplatePicker({ chosen, onChoose }: { chosen: string | null; onChoose: (key: string) => void }) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const list = PROVINCE_TEMPLATES.filter(({ name, key }) =>
    `${name.zh} ${name.en} ${name.es} ${key}`.toLowerCase().includes(wanted),
  ).toSorted((a, b) => a.name[language].localeCompare(b.name[language], language))
  return (
    <div className="pr-templates">
      <p className="w-quiet">{t('pricing.template.warning', { asOf: TEMPLATES_AS_OF })}</p>
      <input
        className="pr-input"
        type="search"
        aria-label={t('kit.search')}
        placeholder={t('pricing.template.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div className="pr-template-list" role="radiogroup" aria-label={t('pricing.version.createDraftInput.template')}>
        {list.map(template => (
          <label key={template.key} className="pr-template" data-chosen={template.key === chosen ? '' : undefined}>
            <input
              type="radio"
              name="pr-template"
              className="w-sr"
              checked={template.key === chosen}
              onChange={() => onChoose(template.key)}
            />
            <span className="pr-template-head">
              <b>{template.name[language]}</b>
              <Mark mark={template.mark} />
              <small className="w-quiet">{template.document}</small>
            </span>
            {template.key === chosen && <TemplateDetail template={template} />}
          </label>
        ))}
        {list.length === 0 && <p className="w-quiet">{t('kit.noMatch')}</p>}
      </div>
    </div>
  )
}

function Mark({ mark }: { mark: TemplateMark }) {
  const { t } = useWords()
  const { tone, Icon } = MARKS[mark]
  return (
    <span className="w-tag" data-plain="" data-tone={tone}>
      <Icon aria-hidden="true" /> {t(`pricing.template.mark.${mark}`)}
    </span>
  )
}

function TemplateDetail({ template }: { template: ProvinceTemplate }) {
  const { t } = useWords()
  return (
    <span className="pr-template-detail">
      {template.doubts.map(({ code, months }) => (
        <span key={code} className="pr-missing">
          {t(`pricing.template.doubt.${code}`)}
          {months && ` (${monthsText(months, t)})`}
        </span>
      ))}
      {template.seasons.map(season => {
        const label = season.months.length === 12 ? t('pricing.template.allYear') : monthsText(season.months, t)
        return (
          <span key={label} className="pr-compare-row">
            <span>{label}</span>
            <MiniStrip intervals={intervalsOfSlots(season.slots)} label={label} />
          </span>
        )
      })}
    </span>
  )
}

/** Converts 48 letters to stretches. */
function intervalsOfSlots(slots: string): Pick<DraftInterval, 'fromQuarter' | 'toQuarter' | 'period'>[] {
  const intervals: Pick<DraftInterval, 'fromQuarter' | 'toQuarter' | 'period'>[] = []
  for (const [index, letter] of Array.from(slots).entries()) {
    if (!isPeriodKind(letter)) continue
    const last = intervals.at(-1)
    if (last?.period === letter) intervals[intervals.length - 1] = { ...last, toQuarter: (index + 1) * 2 }
    else intervals.push({ fromQuarter: index * 2, toQuarter: (index + 1) * 2, period: letter })
  }
  return intervals
}
