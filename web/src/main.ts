import { mount } from 'svelte';
import './made/paints.css';
import './frame/frame.css';
import { learnLanguage } from './lib/words';
import App from './App.svelte';

await learnLanguage();
mount(App, { target: document.getElementById('page')! });
