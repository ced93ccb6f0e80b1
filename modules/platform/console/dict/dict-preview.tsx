import { LANGUAGES, paletteOf, useSettings, useWords } from '@wattyard/console-kit'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { EntryTag, isPlain } from './entry-tag.tsx'

/** Draws the dictionary as pages will show it: in each language, in light and in dark. */
export function DictPreview({ dictionary }: { dictionary: DictionaryView }) {
  const { t } = useWords()
  const brand = useSettings(settings => settings.theme)
  const offered = dictionary.entries.filter(entry => entry.enabled)
  return (
    <section className="w-card w-card-pad">
      <h3>{t('platform.dict.preview')}</h3>
      <div className="platform-previews">
        {[false, true].map(dark => {
          const palette = paletteOf(brand, dark)
          return (
            <figure
              key={String(dark)}
              className="platform-preview-box"
              style={{ background: palette.surface, color: palette.text2, borderColor: palette.line }}
            >
              <figcaption>{t(dark ? 'platform.dict.previewDark' : 'platform.dict.previewLight')}</figcaption>
              {LANGUAGES.map(language => (
                <p key={language} lang={language} className="w-row w-wrap">
                  {offered.map(entry => (
                    <EntryTag
                      key={entry.code}
                      dictionary={dictionary.name}
                      entry={entry}
                      word={entry.words[language]}
                      isPlain={isPlain(dictionary)}
                      look={{ palette, dark }}
                    />
                  ))}
                </p>
              ))}
            </figure>
          )
        })}
      </div>
    </section>
  )
}
