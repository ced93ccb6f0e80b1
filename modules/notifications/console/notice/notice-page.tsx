import { ResourcePage, RichTextView, type ResourceSlots, type SectionProps, useWords } from '@wattyard/console-kit'
import type { RichText } from '@wattyard/resource'
import { notice } from '../../contract/notice.ts'
import { AttachmentsControl } from './attachments-control.tsx'
import { FileLimits } from './file-limits.tsx'
import { NoticeFigures, NoticeHead } from './notice-head.tsx'
import { ReadersOfNotice } from './readers-of-notice.tsx'
import './notice.css'

const LANGUAGES = [
  ['zh', 'title', 'body'],
  ['en', 'titleEn', 'bodyEn'],
  ['es', 'titleEs', 'bodyEs'],
] as const

/** Draws the notice as its readers see it, in each of its languages. */
function Preview({ record }: SectionProps) {
  const { t } = useWords()
  return LANGUAGES.map(([language, title, body]) => {
    const text = record[body] as RichText | null | undefined // checked when it was stored
    if (!text) return null
    return (
      <div key={language} className="n-preview-part" lang={language}>
        <p className="n-by">{t(`notifications.notice.language.${language}`)}</p>
        <h3>{String(record[title] ?? record.title)}</h3>
        <RichTextView text={text} />
      </div>
    )
  })
}

const slots: ResourceSlots = {
  toolbar: FileLimits,
  controls: { attachments: AttachmentsControl },
  head: NoticeHead,
  headFigures: NoticeFigures,
  inSections: [...LANGUAGES.map(([, , body]) => body), 'state', 'isPinned', 'mustConfirm'],
  factsTab: 'data',
  tabs: ['overview', 'readers', 'data'],
  sections: [
    { key: 'preview', title: 'notifications.notice.preview', Show: Preview, tab: 'overview' },
    { key: 'readers', title: 'notifications.notice.readers', Show: ReadersOfNotice, tab: 'readers' },
  ],
  widths: { title: 260 },
}

/** Draws `/activity/notice`: notices from draft to withdrawal, with their readers. */
export function Page() {
  return <ResourcePage resource={notice} slots={slots} />
}
