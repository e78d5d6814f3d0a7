package dev.layeredsaga.console;

import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The console's scripts, style and icon, open to everybody, because the page before the sign-in needs them, too. */
class ConsoleAssets implements WebMvcConfigurer {

    /** The version is in the jar's paths, and the one of the parent's {@code htmx.version}. */
    private static final String HTMX = "classpath:/META-INF/resources/webjars/htmx.org/2.0.10/dist/";

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/console/assets/lib/**")
                .addResourceLocations(HTMX)
                .setCacheControl(CacheControl.noCache());
        registry.addResourceHandler("/console/assets/**")
                .addResourceLocations("classpath:/console/")
                .setCacheControl(CacheControl.noCache());
    }
}
