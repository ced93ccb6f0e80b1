import { Icon, type Palette, tagColours, toneColours, toneOf, usePalette } from '@wattyard/console-kit'
import { type DictionaryView, type EntryView } from '../../contract/calls/dict-entry.ts'
import { ENTRY_TONES } from '../../contract/dict-entry.ts'

interface EntryTagProps {
  dictionary: string
  entry: Pick<EntryView, 'code' | 'colour' | 'icon'>
  word: string
  /** No entry of the dictionary has a colour, so pages show plain words. */
  isPlain?: boolean
  /** Palette of the drawing; the present one when absent. */
  look?: { readonly palette: Palette; readonly dark: boolean }
}

/** Returns whether pages show the entries as plain words, because none of them has a tone, a colour or an icon. */
export function isPlain({ name, entries }: DictionaryView): boolean {
  return entries.every(({ code, colour, icon }) => colour === null && icon === null && toneOf(name, code) === 'idle')
}

/** Draws an entry as pages will show it, in the present colours or those of another theme. */
export function EntryTag({ dictionary, entry, word, look, isPlain = false }: EntryTagProps) {
  const now = usePalette()
  const { palette, dark } = look ?? now
  const own = entry.colour?.startsWith('#') ? entry.colour : null
  const tone = ENTRY_TONES.find(one => one === entry.colour) ?? toneOf(dictionary, entry.code)
  const { text, ground } = own ? tagColours(own, palette, dark) : toneColours(tone, palette)
  return (
    <span
      className="w-tag"
      data-icon={entry.icon ? '' : undefined}
      data-plain={isPlain ? '' : undefined}
      style={{ color: text, background: ground }}
    >
      {entry.icon && <Icon name={entry.icon} />}
      <span className="w-clip">{word}</span>
    </span>
  )
}
