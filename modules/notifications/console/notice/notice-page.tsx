import {
  type ControlSlotProps,
  lazyPart,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useWords,
} from '@wattyard/console-kit'
import { notice } from '../../contract/notice.ts'
import type { NoticeText } from '../../contract/rich-text.ts'
import { DrawNotice } from './draw-notice.tsx'
import { FileLimits } from './file-limits.tsx'
import { FilesOfNotice } from './files-of-notice.tsx'
import { ReadersOfNotice } from './readers-of-notice.tsx'
import './notice.css'

const LazyEditor = lazyPart(async () => (await import('./editor.tsx')).Editor)

function TextControl(props: ControlSlotProps) {
  return <LazyEditor {...props} />
}

const LANGUAGES = [
  ['zh', 'title', 'body'],
  ['en', 'titleEn', 'bodyEn'],
  ['es', 'titleEs', 'bodyEs'],
] as const

/** The notice as its readers see it, in each language it has. */
function Preview({ record }: SectionProps) {
  const { t } = useWords()
  return LANGUAGES.map(([language, title, body]) => {
    const text = record[body] as NoticeText | null | undefined // checked when it was stored
    if (!text) return null
    return (
      <div key={language} className="n-preview-part" lang={language}>
        <p className="n-by">{t(`notifications.notice.language.${language}`)}</p>
        <h3>{String(record[title] ?? record.title)}</h3>
        <DrawNotice text={text} />
      </div>
    )
  })
}

const slots: ResourceSlots = {
  toolbar: FileLimits,
  controls: { body: TextControl, bodyEn: TextControl, bodyEs: TextControl },
  sections: [
    { key: 'preview', title: 'notifications.notice.preview', Show: Preview },
    { key: 'files', title: 'notifications.notice.files', Show: FilesOfNotice },
    { key: 'readers', title: 'notifications.notice.readers', Show: ReadersOfNotice },
  ],
  widths: { title: 260 },
}

/** `/activity/notice`: notices from the draft to the withdrawal, and who has read them. */
export function Page() {
  return <ResourcePage resource={notice} slots={slots} />
}
