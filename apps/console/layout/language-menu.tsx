import { GlobalOutlined } from '@ant-design/icons'
import {
  changeLanguage,
  type Language,
  LANGUAGES,
  type MenuAction,
  MenuItems,
  Popover,
  toast,
  translate,
  useWords,
} from '@wattyard/console-kit'
import './top-bar.css'

/** Each language by its own name, so that people who cannot read the current one find theirs. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español' }

/** Returns the languages as actions of a menu. */
export function useLanguageActions(): MenuAction[] {
  const { language } = useWords()
  return LANGUAGES.map(one => ({
    key: one,
    label: (
      <span lang={one} aria-current={one === language ? 'true' : undefined}>
        {LANGUAGE_NAMES[one]}
      </span>
    ),
    run: () =>
      void changeLanguage(one).then(
        () => toast.good(translate('shell.languageSwitched')),
        () => toast.bad(translate('kit.error.unreachable')),
      ),
  }))
}

/** Draws the choice of the language. */
export function LanguageMenu() {
  const { t, language } = useWords()
  const actions = useLanguageActions()
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('shell.language')}
      button={props => (
        <button
          type="button"
          className="s-tool"
          aria-label={`${t('shell.language')}: ${LANGUAGE_NAMES[language]}`}
          title={t('shell.language')}
          {...props}
        >
          <GlobalOutlined />
          <span lang={language}>{LANGUAGE_NAMES[language]}</span>
        </button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
  )
}
