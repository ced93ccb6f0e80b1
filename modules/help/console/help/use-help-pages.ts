import { useQuery } from '@tanstack/react-query'
import { helpTopics, LANGUAGES, type Language, useWords } from '@wattyard/console-kit'
import { type HelpPage, helpPage } from '../../contract/help-page.ts'

async function loadPages(language: Language): Promise<HelpPage[]> {
  return Promise.all(helpTopics().map(async ({ topic, loaders }) => helpPage(topic, await loaders[language]())))
}

/** Reads the help pages for this person, in the current language, in the order of the menu. */
export function useHelpPages() {
  const { language } = useWords()
  const spoken = LANGUAGES.find(one => one === language) ?? 'zh'
  const topics = helpTopics().map(({ topic }) => topic)
  return useQuery({
    queryKey: ['help', 'pages', spoken, topics],
    queryFn: () => loadPages(spoken),
    // The texts are part of the build, so they never become stale.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
