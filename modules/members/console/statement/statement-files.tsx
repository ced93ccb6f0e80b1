import { SaveFile, useMay, useWords } from '@wattyard/console-kit'
import { member } from '../../contract/member.ts'

const FORMATS = ['pdf', 'xlsx'] as const
const FILES = { ...member, path: `${member.path}/statement` }

/** Draws the buttons that save a statement as a file. */
export function StatementFiles({ id, from, to }: { id: string; from: string; to: string }) {
  const { t } = useWords()
  if (!useMay('members.wallet:export')) return null
  return (
    <span className="w-row">
      {FORMATS.map(format => (
        <SaveFile key={format} of={FILES} query={{ id, from, to, format }}>
          {t(`members.statement.file.${format}`)}
        </SaveFile>
      ))}
    </span>
  )
}
