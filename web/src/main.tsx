import './app/trusted'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './ui/tokens.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Problem } from './api/client'
import { router } from './app/router'
import { nameTab } from './lib/tab'
import { theme, variables } from './ui/theme'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// What holds the page still under a dialog writes a style of its own, and looks for the nonce under this name.
;(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce
const again = (failures: number, error: Error): boolean => failures < 1 && !(error instanceof Problem && error.status >= 400 && error.status < 500)
const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: again, refetchOnWindowFocus: false } } })
const root = document.getElementById('root')

if (root)
  void nameTab().then(() => createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce} deduplicateInlineStyles>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  ))
